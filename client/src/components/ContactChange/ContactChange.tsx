import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { faultText, isStatus } from "@/lib/api/errors";
import {
  type Begun,
  type ContactKind,
  useAcceptChange,
  useProveNew,
  useProveOld,
} from "@/lib/api/queries/contacts";
import type { PhoneProof, User } from "@/lib/api/types";
import { phone } from "@/lib/format";
import css from "./ContactChange.module.css";
import { ContactProof, type Proof } from "./ContactProof";

interface Guard {
  kind: ContactKind;
  contact: string;
}

/** The present contact that guards a change: the one replaced or, if the user has proved none, the other. */
function guardOf(user: User, kind: ContactKind): Guard | null {
  const proved = {
    phone: user.isPhoneConfirmed ? user.login : null,
    email: user.isEMailConfirmed ? user.eMail : null,
  };
  const guard = proved[kind] ? kind : kind === "phone" ? "email" : "phone";
  const contact = proved[guard];
  return contact ? { kind: guard, contact } : null;
}

interface ContactChangeProps {
  kind: ContactKind;
  /** The new contact. */
  contact: string;
  /** Its proof. */
  begun: Begun;
  user: User;
  /** `waits`: the change happens in 72 hours. */
  onDone: (waits: boolean) => void;
}

/** A change of a contact: the proof of the new one, then of a present one or 72 hours. */
export function ContactChange({ kind, contact, begun, user, onDone }: ContactChangeProps) {
  const [attempt, setAttempt] = useState(begun);
  const [fresh, setFresh] = useState<Proof | null>(null);
  const again = useProveNew();
  const accept = useAcceptChange(kind);
  const guard = guardOf(user, kind);

  const begin = (way: PhoneProof) => {
    accept.reset();
    again.mutate({ kind, contact, way }, { onSuccess: setAttempt });
  };
  const finish = (proof: Proof, old?: Proof) =>
    accept.mutate(
      { ...proof, oldSessionKey: old?.sessionKey, oldCode: old?.code },
      {
        onSuccess: (waits) => onDone(waits !== null),
        onError: (error) => {
          // The code of the new contact was wrong.
          if (isStatus(error, 404)) setFresh(null);
        },
      },
    );

  if (fresh === null || guard === null) {
    return (
      <ContactProof
        kind={kind}
        contact={contact}
        begun={attempt}
        onAgain={begin}
        beginning={again.isPending}
        error={errorText(accept.error ?? again.error)}
        busy={accept.isPending}
        onProof={(proof) => {
          if (guard === null) finish(proof);
          else setFresh(proof);
        }}
      />
    );
  }
  return (
    <GuardProof
      kind={kind}
      guard={guard}
      user={user}
      busy={accept.isPending}
      error={accept.error}
      onBegin={accept.reset}
      onFinish={(old) => finish(fresh, old)}
    />
  );
}

interface GuardProofProps {
  kind: ContactKind;
  guard: Guard;
  user: User;
  busy: boolean;
  /** Why the server refused the change. */
  error: Error | null;
  /** The next attempt begins without that refusal. */
  onBegin: () => void;
  /** Without a proof, the change waits. */
  onFinish: (old?: Proof) => void;
}

/** The proof of the contact that guards the change, or the choice to wait. */
function GuardProof({ kind, guard, user, busy, error, onBegin, onFinish }: GuardProofProps) {
  const prove = useProveOld(kind, guard.kind);
  const [begun, setBegun] = useState<Begun | undefined>();
  const begin = (way: PhoneProof) => {
    if (prove.isPending) return;
    onBegin();
    prove.mutate(way, { onSuccess: setBegun });
  };
  const failure = errorText(error ?? prove.error);
  return (
    <div className={css.steps}>
      {begun !== undefined ? (
        <ContactProof
          {...guard}
          begun={begun}
          onAgain={begin}
          beginning={prove.isPending}
          error={failure}
          busy={busy}
          onProof={onFinish}
        />
      ) : (
        <>
          <p>
            Чтобы никто другой не сменил ваши контакты, подтвердите и прежний:{" "}
            <span className={css.contact} data-kind={guard.kind}>
              {guard.kind === "phone" ? phone(guard.contact) : guard.contact}
            </span>
            .
          </p>
          {failure && (
            <p className={css.failure} role="alert">
              {failure}
            </p>
          )}
          <Button
            variant="bid"
            fullWidth
            data-autofocus
            autoFocus
            data-pending={prove.isPending || undefined}
            onClick={() => begin("call")}
          >
            {guard.kind === "phone" ? "Получить звонок" : "Отправить код"}
          </Button>
        </>
      )}
      {user.isEMailConfirmed ? (
        <>
          <Button fullWidth disabled={busy} onClick={() => onFinish()}>
            Он мне больше не доступен
          </Button>
          <p className="caption">
            Тогда смена произойдёт через 72 часа. На {user.eMail} придёт письмо, по которому её можно
            остановить.
          </p>
        </>
      ) : (
        <p className="caption">Если этот номер вам больше не доступен, напишите нам.</p>
      )}
    </div>
  );
}

function errorText(error: Error | null): string | undefined {
  if (error === null) return undefined;
  if (isStatus(error, 404) || (isStatus(error, 422) && error.field("oldCode"))) return "Неверный код";
  return faultText(error) ?? undefined;
}
