import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/Button/Button";
import { OwnCall } from "@/components/OwnCall/OwnCall";
import { CodeBySms, SentCode } from "@/components/SentCode/SentCode";
import { callbackStatusOptions, LATE_CALL, RESEND_S } from "@/lib/api/queries/codes";
import type { Begun, ContactKind } from "@/lib/api/queries/contacts";
import type { PhoneProof } from "@/lib/api/types";
import { phone, shortClock } from "@/lib/format";
import { useCountdown } from "@/lib/useCountdown";
import css from "./ContactChange.module.css";

const LENGTHS = { phone: 4, email: 6 } as const;
const AGAIN = { phone: "Позвонить ещё раз", email: "Отправить код ещё раз" } as const;

export interface Proof {
  sessionKey: string;
  /** None for a call of the user that decided alone. */
  code?: string;
}

interface ContactProofProps {
  kind: ContactKind;
  contact: string;
  /** The code that is on its way, or the call that is awaited. */
  begun: Begun;
  /** Begins again, for a number in the way given. */
  onAgain: (way: PhoneProof) => void;
  beginning: boolean;
  /** Why the last proof was refused, or could not begin. */
  error?: string;
  busy: boolean;
  onProof: (proof: Proof) => void;
}

/** The proof of one contact: the code sent to it or the call to it or, for a number, a call from it. */
export function ContactProof(props: ContactProofProps) {
  const { kind, begun, onAgain, beginning, busy } = props;
  const countdown = useCountdown(RESEND_S);
  const { start } = countdown;
  const sessionKey = begun?.sessionKey;
  useEffect(() => {
    if (sessionKey !== undefined) start();
  }, [sessionKey, start]);
  const isOwnCall = begun !== null && begun.id !== null;
  const way = isOwnCall ? "callback" : "call";
  const again = isOwnCall ? "Запросить другой номер" : AGAIN[kind];
  return (
    <div className={css.steps}>
      {begun === null ? (
        <p className={css.failure} role="alert">
          Подтверждение по входящему звонку невозможно из-за оператора сотовой связи. Попробуйте исходящий
          звонок.
        </p>
      ) : begun.id !== null && begun.phone !== null ? (
        <AwaitedCall
          {...props}
          begun={{ ...begun, id: begun.id, phone: begun.phone }}
          left={countdown.left}
        />
      ) : (
        <SentCode
          key={sessionKey}
          hint={hintOf(kind, props.contact)}
          length={LENGTHS[kind]}
          to={props.contact}
          error={props.error}
          busy={busy}
          onCode={(code) => props.onProof({ sessionKey: begun.sessionKey, code })}
        />
      )}
      <Button
        fullWidth
        disabled={countdown.left > 0 || busy}
        data-pending={beginning || undefined}
        onClick={() => !beginning && onAgain(way)}
      >
        {countdown.left > 0 ? (
          <>
            {again} через&nbsp;{shortClock(countdown.left * 1000)}
          </>
        ) : (
          again
        )}
      </Button>
      {kind === "phone" && (
        <Button
          variant="quiet"
          fullWidth
          disabled={busy}
          onClick={() => !beginning && onAgain(isOwnCall ? "call" : "callback")}
        >
          {isOwnCall ? "Пусть позвонят мне" : "Позвонить самому"}
        </Button>
      )}
    </div>
  );
}

interface AwaitedCallProps extends ContactProofProps {
  begun: { sessionKey: string; id: string; phone: string };
  left: number;
}

function AwaitedCall({ contact, begun, left, error, busy, onProof }: AwaitedCallProps) {
  const { data } = useQuery(callbackStatusOptions(begun.id));
  const status = data?.status ?? "pending";
  const isTyped = useRef(false);
  const proved = useEffectEvent(() => {
    // A code that was typed is its own proof.
    if (!isTyped.current) onProof({ sessionKey: begun.sessionKey });
  });
  useEffect(() => {
    if (status === "confirmed") proved();
  }, [status]);
  if (status === "ambiguous") {
    const prove = (code: string) => {
      isTyped.current = true;
      onProof({ sessionKey: begun.sessionKey, code });
    };
    return <CodeBySms to={contact} error={error} busy={busy} onCode={prove} />;
  }
  return (
    <>
      <p className={css.hint}>
        Позвоните с номера <b className="num">{phone(contact)}</b> на бесплатный номер. Звонок сбросится сам.
      </p>
      {status === "expired" ? (
        <p className={css.failure} role="status">
          {LATE_CALL}
        </p>
      ) : (
        <OwnCall
          id={begun.id}
          number={begun.phone}
          status={status === "confirmed" ? "Звонок получен" : "Ждём звонка"}
          left={left}
        />
      )}
      {error && (
        <p className={css.failure} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

function hintOf(kind: ContactKind, contact: string): ReactNode {
  return kind === "phone" ? (
    <>
      Позвоним на <b className="num">{phone(contact)}</b>. Введите последние 4 цифры номера, с которого
      поступит звонок. Отвечать не нужно.
    </>
  ) : (
    <>
      Код из 6 цифр отправлен на <b>{contact}</b>. Письмо приходит в течение минуты.
    </>
  );
}
