import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Icon } from "@/components/Icon/Icon";
import { tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { Catalog } from "@/lib/api/types";
import { Block } from "@/staff/blocks/Block";
import { useAuctioneer } from "../api/catalogs";
import css from "./catalogs.module.css";

/** Who conducts the sale. People are named by e-mail or phone, since a house does not see other people's accounts. */
export function Auctioneers({ catalog }: { catalog: Catalog }) {
  const [name, setName] = useState("");
  const change = useAuctioneer();
  const send = (add: boolean) => {
    if (name.trim() === "" || change.isPending) return;
    change.mutate(
      { catalogId: catalog.id, name, add },
      {
        onSuccess: () => {
          setName("");
          tellSuccess(add ? "Приглашение отправлено" : "Роль аукциониста снята", { life: 3000 });
        },
      },
    );
  };
  return (
    <Block title="Аукционист">
      <ul className={css.named}>
        {(catalog.auctioneers ?? []).map(({ userId, displayName }) => (
          <li key={userId}>
            <Icon name="gavel" size="s" />
            {displayName}
          </li>
        ))}
      </ul>
      <form
        className={css.naming}
        data-jump="auctioneer"
        onSubmit={(event) => {
          event.preventDefault();
          send(true);
        }}
      >
        <TextInput
          aria-label="E-mail или телефон аукциониста"
          placeholder="E-mail или телефон"
          value={name}
          error={change.error ? faultText(change.error) : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
            change.reset();
          }}
        />
        <Button type="submit" size="xs" disabled={name.trim() === ""}>
          Пригласить
        </Button>
        <Button size="xs" variant="quiet" disabled={name.trim() === ""} onClick={() => send(false)}>
          Снять
        </Button>
      </form>
    </Block>
  );
}
