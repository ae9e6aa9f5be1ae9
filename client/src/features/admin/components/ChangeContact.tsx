import { TextInput } from "@mantine/core";
import type { AccountInfo } from "@/lib/api/types";
import { type ContactKind, useChangeContact } from "../api/accounts";
import { FormDialog } from "./FormDialog";

interface ChangeContactProps {
  account: AccountInfo;
  kind: ContactKind;
  onClose: () => void;
}

/** Sets another phone number or e-mail. */
export function ChangeContact({ account, kind, onClose }: ChangeContactProps) {
  const change = useChangeContact();
  const isPhone = kind === "phone";
  const field = isPhone ? "number" : "email";
  return (
    <FormDialog
      title={isPhone ? "Новый телефон" : "Новый e-mail"}
      initial={{ [field]: "" } as Record<"number" | "email", string>}
      confirm="Изменить"
      done={isPhone ? "Телефон обновлен" : "E-mail обновлен"}
      onClose={onClose}
      save={(values) => change.mutateAsync({ id: account.id, kind, value: values[field] })}
    >
      {(form) => (
        <>
          <p className="small muted">
            {account.displayName}. Контакт будет считаться подтверждённым, все входы этого человека
            закончатся, на прежний e-mail уйдёт письмо.
          </p>
          <TextInput
            label={isPhone ? "Телефон" : "E-mail"}
            inputMode={isPhone ? "tel" : "email"}
            data-autofocus
            {...form.getInputProps(field)}
          />
        </>
      )}
    </FormDialog>
  );
}
