import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CodeInput } from "@/components/CodeInput/CodeInput";
import { isStatus } from "@/lib/api/errors";
import type { SignIn } from "@/lib/api/types";
import { shortClock } from "@/lib/format";
import { useCountdown } from "@/lib/useCountdown";
import { requestEmail, signInByEmail, verifyEmail } from "../api/login";
import { codeError, isEmail, requestError, signInError } from "../model/errors";
import { RESEND_S } from "./CallWay";
import { DevOutbox } from "./DevOutbox";
import css from "./LoginModal.module.css";

const CODE_LENGTH = 6;

interface EmailWayProps {
  email: string;
  onEmail: (email: string) => void;
  onSignIn: (signIn: SignIn) => Promise<void>;
}

/** Sign-in with a six-digit code by e-mail. */
export function EmailWay({ email, onEmail, onSignIn }: EmailWayProps) {
  const [sessionKey, setSessionKey] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const [emailError, setEmailError] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const countdown = useCountdown(RESEND_S);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (sessionKey !== null) codeField.current?.focus();
  }, [sessionKey]);
  const address = email.trim();

  const request = useMutation({
    mutationFn: requestEmail,
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
      setEmailError(requestError(error));
    },
  });

  const check = useMutation({
    mutationFn: async (entered: string) => {
      if (sessionKey === null) return;
      const body = { sessionKey, code: entered, email: address };
      try {
        await verifyEmail(body);
      } catch (error) {
        setRefused(codeError(error));
        throw error;
      }
      try {
        await onSignIn(await signInByEmail(body));
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
    if (!isEmail(address)) {
      setEmailError("Введите корректный email");
      return;
    }
    setEmailError(undefined);
    request.mutate(address);
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
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        error={emailError}
        data-autofocus
        onChange={(e) => {
          onEmail(e.currentTarget.value);
          setEmailError(undefined);
          setSessionKey(null);
          countdown.stop();
        }}
      />
      {sessionKey !== null && (
        <div className={css.code}>
          <p className={css.hint}>Код из 6 цифр отправлен. Письмо приходит в течение минуты.</p>
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
          "Отправить код"
        ) : countdown.left > 0 ? (
          <>Отправить код ещё раз через&nbsp;{shortClock(countdown.left * 1000)}</>
        ) : (
          "Отправить код ещё раз"
        )}
      </Button>
      {sessionKey !== null && <DevOutbox to={address} />}
    </form>
  );
}
