import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CodeInput } from "@/components/CodeInput/CodeInput";
import { PHONE_DIGITS, PhoneInput } from "@/components/PhoneInput/PhoneInput";
import { faultText, isStatus } from "@/lib/api/errors";
import type { User } from "@/lib/api/types";
import { phone } from "@/lib/format";
import { type ContactKind, useAcceptChange, useProveNew, useProveOld } from "../api/contacts";
import css from "./account.module.css";

const LENGTHS = { phone: 4, email: 6 } as const;

/** The present contact that guards a change: the one replaced or, if the user has proved none, the other. */
function guardOf(user: User, kind: ContactKind): { kind: ContactKind; text: string } | null {
  const proved = {
    phone: user.isPhoneConfirmed ? (user.login ?? null) : null,
    email: user.isEMailConfirmed ? (user.eMail ?? null) : null,
  };
  const other = kind === "phone" ? "email" : "phone";
  const guard = proved[kind] ? kind : other;
  const contact = proved[guard];
  return contact ? { kind: guard, text: guard === "phone" ? phone(contact) : contact } : null;
}

interface ChangeContactProps {
  kind: ContactKind;
  user: User;
  /** `waits`: the change happens in 72 hours. */
  onDone: (waits: boolean) => void;
}

/** A change of a contact: a code of the new one, then a code of a present one or 72 hours. */
export function ChangeContact({ kind, user, onDone }: ChangeContactProps) {
  const [contact, setContact] = useState("");
  const [invalid, setInvalid] = useState<string>();
  const [code, setCode] = useState("");
  const [isTyped, setTyped] = useState(false);
  const [oldCode, setOldCode] = useState("");
  const proveNew = useProveNew(kind);
  const proveOld = useProveOld(kind);
  const accept = useAcceptChange(kind);
  const guard = guardOf(user, kind);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (proveNew.isPending) return;
    const isWhole = kind === "phone" ? contact.length === PHONE_DIGITS : contact.includes("@");
    const problem = kind === "phone" ? "Введите номер телефона полностью" : "Введите корректный email";
    setInvalid(isWhole ? undefined : problem);
    if (isWhole)
      proveNew.mutate(contact.trim(), { onError: (error) => setInvalid(faultText(error) ?? undefined) });
  };
  const finish = (newCode: string, old?: string) => {
    if (!proveNew.data) return;
    const proof = old === undefined ? {} : { oldSessionKey: proveOld.data?.sessionKey, oldCode: old };
    accept.mutate(
      { sessionKey: proveNew.data.sessionKey, code: newCode, ...proof },
      {
        onSuccess: (waits) => onDone(waits !== null),
        onError: (error) => {
          setOldCode("");
          // The code of the new contact was wrong.
          if (isStatus(error, 404)) {
            setCode("");
            setTyped(false);
          }
        },
      },
    );
  };

  if (!proveNew.data) {
    return (
      <form className={css.steps} noValidate onSubmit={send}>
        {kind === "phone" ? (
          <PhoneInput label="Телефон" value={contact} error={invalid} data-autofocus onChange={setContact} />
        ) : (
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="email"
            inputMode="email"
            value={contact}
            error={invalid}
            data-autofocus
            onChange={(event) => setContact(event.currentTarget.value)}
          />
        )}
        <Button type="submit" variant="bid" fullWidth data-pending={proveNew.isPending || undefined}>
          {kind === "phone" ? "Получить звонок" : "Отправить код"}
        </Button>
      </form>
    );
  }
  const newText = kind === "phone" ? phone(contact) : contact.trim();
  if (!isTyped || !guard) {
    return (
      <div className={css.steps}>
        <p>{hint(kind, newText)}</p>
        <CodeInput
          length={LENGTHS[kind]}
          value={code}
          error={accept.error && !code ? errorText(accept.error) : undefined}
          disabled={accept.isPending}
          onChange={setCode}
          onComplete={(entered) => {
            setTyped(true);
            if (!guard) finish(entered);
          }}
        />
      </div>
    );
  }
  const mustProve = !user.isEMailConfirmed;
  const failure = proveOld.error ?? (oldCode ? null : accept.error);
  return (
    <div className={css.steps}>
      <p>
        {proveOld.data
          ? hint(guard.kind, guard.text)
          : `Чтобы никто другой не сменил ваши контакты, подтвердите и прежний: ${guard.text}.`}
      </p>
      {proveOld.data ? (
        <CodeInput
          length={LENGTHS[guard.kind]}
          value={oldCode}
          error={failure ? errorText(failure) : undefined}
          disabled={accept.isPending}
          onChange={setOldCode}
          onComplete={(entered) => finish(code, entered)}
        />
      ) : (
        <>
          {failure && (
            <p className={css.warning} role="alert">
              {errorText(failure)}
            </p>
          )}
          <Button
            variant="bid"
            fullWidth
            data-autofocus
            data-pending={proveOld.isPending || undefined}
            onClick={() => proveOld.mutate()}
          >
            {guard.kind === "phone" ? "Получить звонок" : "Отправить код"}
          </Button>
        </>
      )}
      {mustProve ? (
        <p className="caption">Если этот номер вам больше не доступен, напишите нам.</p>
      ) : (
        <>
          <Button fullWidth disabled={accept.isPending} onClick={() => finish(code)}>
            Он мне больше не доступен
          </Button>
          <p className="caption">
            Тогда смена произойдёт через 72 часа. На {user.eMail} придёт письмо, по которому её можно
            остановить.
          </p>
        </>
      )}
    </div>
  );
}

function hint(kind: ContactKind, contact: string): string {
  return kind === "phone"
    ? `Введите последние 4 цифры номера, с которого поступит звонок на ${contact}. Отвечать не нужно.`
    : `Код из 6 цифр отправлен на ${contact}. Письмо приходит в течение минуты.`;
}

function errorText(error: Error): string | undefined {
  if (isStatus(error, 404) || (isStatus(error, 422) && error.field("oldCode"))) return "Неверный код";
  return faultText(error) ?? undefined;
}
