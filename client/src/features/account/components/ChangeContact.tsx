import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/Button/Button";
import { ContactChange } from "@/components/ContactChange/ContactChange";
import { PHONE_DIGITS, PhoneInput } from "@/components/PhoneInput/PhoneInput";
import { faultText } from "@/lib/api/errors";
import { type ContactKind, useProveNew } from "@/lib/api/queries/contacts";
import type { User } from "@/lib/api/types";
import css from "./account.module.css";

interface ChangeContactProps {
  kind: ContactKind;
  user: User;
  /** `waits`: the change happens in 72 hours. */
  onDone: (waits: boolean) => void;
}

/** Asks for the new contact, then for what proves it. */
export function ChangeContact({ kind, user, onDone }: ChangeContactProps) {
  const [typed, setTyped] = useState("");
  const [invalid, setInvalid] = useState<string>();
  const prove = useProveNew();
  const contact = typed.trim();

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (prove.isPending) return;
    const isWhole = kind === "phone" ? contact.length === PHONE_DIGITS : contact.includes("@");
    const problem = kind === "phone" ? "Введите номер телефона полностью" : "Введите корректный email";
    setInvalid(isWhole ? undefined : problem);
    if (isWhole)
      prove.mutate({ kind, contact }, { onError: (error) => setInvalid(faultText(error) ?? undefined) });
  };

  if (prove.data !== undefined) {
    return <ContactChange kind={kind} contact={contact} begun={prove.data} user={user} onDone={onDone} />;
  }
  return (
    <form className={css.steps} noValidate onSubmit={send}>
      {kind === "phone" ? (
        <PhoneInput label="Телефон" value={typed} error={invalid} data-autofocus onChange={setTyped} />
      ) : (
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="email"
          inputMode="email"
          value={typed}
          error={invalid}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="bid" fullWidth data-pending={prove.isPending || undefined}>
        {kind === "phone" ? "Получить звонок" : "Отправить код"}
      </Button>
    </form>
  );
}
