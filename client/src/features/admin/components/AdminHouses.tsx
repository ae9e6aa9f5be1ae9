import { TextInput } from "@mantine/core";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { useAddress } from "@/lib/useAddress";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { useHouseRole } from "../api/accounts";
import { useSaveHouse } from "../api/houses";
import { FormDialog } from "./FormDialog";
import { HouseList } from "./HouseList";

const HOUSES = ["дом", "дома", "домов"] as const;

/** The houses of the site: entered, switched, led to their cabinets. */
export default function AdminHouses() {
  const { change } = useAddress();
  const [creating, setCreating] = useState(false);
  return (
    <StaffPage
      title="Аукционные дома"
      actions={
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
          Добавить дом
        </Button>
      }
    >
      <HouseList
        name="houses"
        label="Аукционные дома"
        noun={HOUSES}
        belongs={() => true}
        empty={
          <EmptyState title="Домов пока нет">Заведите первый дом и пригласите его владельца.</EmptyState>
        }
      />
      {creating && <CreateHouse onClose={() => setCreating(false)} onCreated={(id) => change({ id })} />}
    </StaffPage>
  );
}

function CreateHouse({ onClose, onCreated }: { onClose: () => void; onCreated: (id: number) => void }) {
  const save = useSaveHouse();
  const role = useHouseRole();
  return (
    <FormDialog
      title="Новый дом"
      initial={{ nameRu: "", phone: "", email: "", address: "", owner: "" }}
      confirm="Добавить"
      done="Дом добавлен"
      onClose={onClose}
      save={async ({ nameRu, phone, email, address, owner }) => {
        const house = await save.mutateAsync({
          nameRu,
          phone: phone || null,
          email: email || null,
          address: address || null,
        });
        const contact = owner.trim();
        if (contact) {
          const person = contact.includes("@") ? { email: contact } : { number: contact };
          // The house exists even without its owner: a failure is shown and the panel offers to invite one.
          await role
            .mutateAsync({ person, houseId: house.id, role: "owner", on: true })
            .catch(() => undefined);
        }
        // The panel opens last: invitations that it read before this one was stored would stay on screen.
        onCreated(house.id);
      }}
    >
      {(form) => (
        <>
          <TextInput label="Название" data-autofocus {...form.getInputProps("nameRu")} />
          <TextInput label="Телефон" inputMode="tel" {...form.getInputProps("phone")} />
          <TextInput label="E-mail" inputMode="email" {...form.getInputProps("email")} />
          <TextInput label="Адрес" {...form.getInputProps("address")} />
          <TextInput
            label="Владелец"
            description="Телефон или e-mail: человек получит приглашение. Можно пригласить позже"
            {...form.getInputProps("owner")}
          />
        </>
      )}
    </FormDialog>
  );
}
