import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CodeInput } from "@/components/CodeInput/CodeInput";
import { PHONE_DIGITS, PhoneInput } from "@/components/PhoneInput/PhoneInput";
import { isStatus } from "@/lib/api/errors";
import type { SignIn } from "@/lib/api/types";
import { shortClock } from "@/lib/format";
import { useCountdown } from "@/lib/useCountdown";
import { requestCall, signIn, verifyCall } from "../api/login";
import { codeError, requestError, signInError } from "../model/errors";
import { DevOutbox } from "./DevOutbox";
import css from "./LoginModal.module.css";

const CODE_LENGTH = 4;
export const RESEND_S = 59;

interface CallWayProps {
  number: string;
  onNumber: (digits: string) => void;
  onSignIn: (signIn: SignIn) => Promise<void>;
  onOtherWay: () => void;
}

/** The provider calls the user. The last four digits of its number are the code. */
export function CallWay({ number, onNumber, onSignIn, onOtherWay }: CallWayProps) {
  const [sessionKey, setSessionKey] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const [numberError, setNumberError] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [impossible, setImpossible] = useState(false);
  const countdown = useCountdown(RESEND_S);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (sessionKey !== null) codeField.current?.focus();
  }, [sessionKey]);

  const request = useMutation({
    mutationFn: requestCall,
    meta: { ownErrors: true },
    onSuccess: (session) => {
      setSessionKey(session.sessionKey);
      setCode("");
      setRefused(undefined);
      countdown.start();
      codeField.current?.focus();
    },
    onError: (error) => {
      countdown.stop();
      if (isStatus(error, 404, 422, 429)) setNumberError(requestError(error));
      else setImpossible(true);
    },
  });

  const check = useMutation({
    mutationFn: async (entered: string) => {
      if (sessionKey === null) return;
      try {
        await verifyCall({ sessionKey, code: entered });
      } catch (error) {
        setRefused(codeError(error));
        throw error;
      }
      try {
        await onSignIn(await signIn(sessionKey));
      } catch (error) {
        setRefused(signInError(error));
        throw error;
      }
    },
    meta: { ownErrors: true },
    onError: (error) => {
      if (!isStatus(error, 404)) countdown.stop();
      setCode("");
      codeField.current?.focus();
    },
  });

  const submit = () => {
    if (request.isPending || countdown.left > 0) return;
    if (number.length !== PHONE_DIGITS) {
      setNumberError("Введите номер телефона полностью");
      return;
    }
    setNumberError(undefined);
    setImpossible(false);
    request.mutate(number);
  };

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault();
        submit();
      }}
    >
      <PhoneInput
        label="Телефон"
        value={number}
        error={numberError}
        data-autofocus
        onChange={(digits) => {
          if (digits === number) return;
          onNumber(digits);
          setNumberError(undefined);
          // A new number starts a new attempt.
          setSessionKey(null);
          countdown.stop();
        }}
      />
      {impossible && (
        <div className={css.notice} role="alert">
          Вход по входящему звонку невозможен из-за оператора сотовой связи. Попробуйте исходящий звонок.
          <Button size="sm" onClick={onOtherWay}>
            Позвонить самому
          </Button>
        </div>
      )}
      {sessionKey !== null && (
        <div className={css.code}>
          <p className={css.hint}>
            Введите последние 4 цифры номера, с которого поступит звонок. Отвечать не нужно.
          </p>
          <CodeInput
            ref={codeField}
            length={CODE_LENGTH}
            value={code}
            error={refused}
            disabled={check.isPending}
            onChange={(digits) => {
              setCode(digits);
              if (digits) setRefused(undefined);
            }}
            onComplete={(digits) => check.mutate(digits)}
          />
        </div>
      )}
      <Button
        type="submit"
        fullWidth
        variant={sessionKey === null ? "bid" : "default"}
        disabled={countdown.left > 0}
        data-pending={request.isPending || undefined}
      >
        {sessionKey === null ? (
          "Получить звонок"
        ) : countdown.left > 0 ? (
          <>Позвонить ещё раз через&nbsp;{shortClock(countdown.left * 1000)}</>
        ) : (
          "Позвонить ещё раз"
        )}
      </Button>
      {sessionKey !== null && <DevOutbox to={number} />}
    </form>
  );
}
