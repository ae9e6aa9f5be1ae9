import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { tellSuccess } from "@/components/Toast/toasts";
import { type ContactKind, useWithdrawChange, waitingChangesOptions } from "@/lib/api/queries/contacts";
import type { User, WaitingChange } from "@/lib/api/types";
import { dayMonthTime, phone } from "@/lib/format";
import css from "./account.module.css";
import { ChangeContact } from "./ChangeContact";

const NAMES = { phone: "Телефон", email: "E-mail" } as const;

/** The user's name and contacts, the changes that wait, and the dialog that changes a contact. */
export function Contacts({ user }: { user: User }) {
  const [changing, setChanging] = useState<ContactKind | null>(null);
  const { data: waiting } = useQuery(waitingChangesOptions());
  const shown = { phone: user.login ? phone(user.login) : null, email: user.eMail || null };
  const row = (kind: ContactKind) => (
    <>
      <dt>{NAMES[kind]}</dt>
      <dd className={css.contact}>
        <span className={kind === "phone" ? "num" : undefined}>{shown[kind] ?? "Не указан"}</span>
        <Button
          size="sm"
          aria-label={`${shown[kind] ? "Изменить" : "Добавить"}: ${NAMES[kind]}`}
          onClick={() => setChanging(kind)}
        >
          {shown[kind] ? "Изменить" : "Добавить"}
        </Button>
      </dd>
    </>
  );
  return (
    <>
      <dl className={css.contacts}>
        {row("phone")}
        {row("email")}
      </dl>
      {waiting?.map((change) => (
        <Waiting key={change.kind} change={change} />
      ))}
      <Dialog
        opened={changing !== null}
        onClose={() => setChanging(null)}
        title={changing === "email" ? "Новый e-mail" : "Новый телефон"}
      >
        {changing && (
          <ChangeContact
            kind={changing}
            user={user}
            onDone={(waits) => {
              setChanging(null);
              if (!waits) tellSuccess(changing === "phone" ? "Телефон обновлен" : "E-mail обновлен");
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function Waiting({ change }: { change: WaitingChange }) {
  const withdraw = useWithdrawChange();
  const isPhone = change.kind === "phone";
  const text = (contact: string) => (isPhone ? phone(contact) : contact);
  return (
    <div className={css.waiting} role="status">
      <p>
        {isPhone ? "Телефон" : "E-mail"} сменится{change.old ? ` с ${text(change.old)}` : ""} на{" "}
        {text(change.contact)} {dayMonthTime(change.due)}. Если это не вы, отмените смену и нажмите «Выйти
        везде».
      </p>
      <Button
        size="sm"
        disabled={withdraw.isPending}
        onClick={() =>
          withdraw.mutate(change.kind, { onSuccess: () => tellSuccess("Смена отменена", { life: 3000 }) })
        }
      >
        Отменить смену
      </Button>
    </div>
  );
}
