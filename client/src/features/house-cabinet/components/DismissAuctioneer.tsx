import { TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { Auctioneer, Catalog } from "@/lib/api/types";
import { houseStaffOptions } from "@/staff/people/staff";
import { catalogOptions } from "@/trade/api/catalog";
import { useAuctioneer } from "../api/catalogs";
import css from "./catalogs.module.css";

interface DismissAuctioneerProps {
  catalog: Catalog;
  person: Auctioneer;
  onClose: () => void;
}

/** Takes the role from a person. The call knows people by contact, and a house knows the contacts of its staff alone. */
export function DismissAuctioneer({ catalog, person, onClose }: DismissAuctioneerProps) {
  const { id, houseId } = catalog;
  const client = useQueryClient();
  const staff = useQuery(houseStaffOptions(houseId));
  const member = staff.data?.find(({ userId }) => userId === person.userId);
  const known = member?.eMail ?? member?.phone ?? null;
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const dismiss = useAuctioneer(houseId);
  const name = known ?? typed;

  const send = () => {
    if (name.trim() === "") return setFault("Укажите e-mail или телефон");
    dismiss.mutate(
      { catalogId: id, name, add: false },
      {
        onSuccess: () => {
          // The answer is the same whether or not the contact is an auctioneer's.
          const now = client.getQueryData(catalogOptions(id).queryKey);
          if (now?.auctioneers?.some(({ userId }) => userId === person.userId)) {
            setFault("По этому контакту аукциониста нет");
            return;
          }
          tellSuccess("Роль аукциониста снята", { life: 3000 });
          onClose();
        },
        onError: (error) => setFault(faultText(error)),
      },
    );
  };

  return (
    <Dialog opened onClose={onClose} title="Снять аукциониста?">
      <p>{person.displayName} больше не сможет вести эти торги. Запись останется в журнале.</p>
      {known === null && !staff.isPending ? (
        <TextInput
          mt={16}
          label="E-mail или телефон, по которому приглашали"
          value={typed}
          error={fault}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(null);
          }}
        />
      ) : (
        fault && (
          <p className={css.fault} role="alert">
            {fault}
          </p>
        )
      )}
      <div className={css.answers}>
        <Button
          variant="bid"
          disabled={staff.isPending}
          data-pending={dismiss.isPending || undefined}
          onClick={send}
        >
          Снять
        </Button>
        <Button data-autofocus onClick={onClose}>
          Не надо
        </Button>
      </div>
    </Dialog>
  );
}
