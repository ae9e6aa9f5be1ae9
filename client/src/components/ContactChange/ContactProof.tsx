import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { CodeInput } from "@/components/CodeInput/CodeInput";
import { DevOutbox } from "@/components/DevOutbox/DevOutbox";
import { OwnCall } from "@/components/OwnCall/OwnCall";
import { callbackStatusOptions, callFailure, RESEND_S } from "@/lib/api/queries/codes";
import type { Begun, ContactKind } from "@/lib/api/queries/contacts";
import type { BegunChange, PhoneProof } from "@/lib/api/types";
import { phone, shortClock } from "@/lib/format";
import { useCountdown } from "@/lib/useCountdown";
import css from "./ContactChange.module.css";

const LENGTHS = { phone: 4, email: 6 } as const;
const AGAIN = { phone: "Позвонить ещё раз", email: "Отправить код ещё раз" } as const;

export interface Proof {
  sessionKey: string;
  /** None for a call of the user. */
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
        <Code key={sessionKey} {...props} begun={begun} />
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

function Code({ kind, contact, begun, error, busy, onProof }: ContactProofProps & { begun: BegunChange }) {
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  // A refused code is typed again.
  useEffect(() => {
    if (error !== undefined) setCode("");
  }, [error]);
  return (
    <>
      <p className={css.hint}>{hintOf(kind, contact)}</p>
      <CodeInput
        ref={field}
        length={LENGTHS[kind]}
        value={code}
        error={code ? undefined : error}
        disabled={busy}
        onChange={setCode}
        onComplete={(entered) => onProof({ sessionKey: begun.sessionKey, code: entered })}
      />
      <DevOutbox to={contact} />
    </>
  );
}

interface AwaitedCallProps extends ContactProofProps {
  begun: { sessionKey: string; id: string; phone: string };
  left: number;
}

function AwaitedCall({ contact, begun, left, error, onProof }: AwaitedCallProps) {
  const { data } = useQuery(callbackStatusOptions(begun.id));
  const status = data?.status ?? "pending";
  const failure = callFailure(status);
  const proved = useEffectEvent(() => onProof({ sessionKey: begun.sessionKey }));
  useEffect(() => {
    if (status === "confirmed") proved();
  }, [status]);
  return (
    <>
      <p className={css.hint}>
        Позвоните с номера <b className="num">{phone(contact)}</b> на бесплатный номер. Звонок сбросится сам.
      </p>
      {failure ? (
        <p className={css.failure} role="status">
          {failure}
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
