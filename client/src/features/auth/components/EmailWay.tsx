import { TextInput } from "@mantine/core";
import { useState } from "react";
import { isStatus } from "@/lib/api/errors";
import { requestEmail, type SignInWith, signInByEmail, verifyEmail } from "../api/login";
import { isEmail, requestError, tooMany } from "../model/errors";
import { useCodeSignIn } from "../model/useCodeSignIn";
import type { Consent } from "../model/useConsent";
import { CallYourself } from "./CallYourself";
import { CodeStep } from "./CodeStep";
import css from "./LoginModal.module.css";

const CODE_LENGTH = 6;

interface EmailWayProps {
  email: string;
  onEmail: (email: string) => void;
  consent: Consent;
  onSignIn: (signIn: SignInWith) => Promise<void>;
  onOtherWay: () => void;
}

/** Sign-in with a six-digit code by e-mail. */
export function EmailWay({ email, onEmail, consent, onSignIn, onOtherWay }: EmailWayProps) {
  const [closed, setClosed] = useState<string | null>(null);
  const address = email.trim();
  const attempt = useCodeSignIn({
    to: address,
    invalid: (to) => (isEmail(to) ? null : "Введите корректный email"),
    consent,
    request: (to) => {
      setClosed(null);
      return requestEmail(to);
    },
    onRequestFailed: (error) => {
      if (!isStatus(error, 429)) return requestError(error);
      setClosed(tooMany(error));
    },
    verify: (sessionKey, code) => verifyEmail({ sessionKey, code, email: address }),
    signIn: (sessionKey, code) => signInByEmail({ sessionKey, code, email: address }),
    onSignIn,
  });

  return (
    <form className={css.form} noValidate onSubmit={attempt.submit}>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        error={attempt.toError}
        data-autofocus
        onChange={(e) => {
          onEmail(e.currentTarget.value);
          attempt.restart();
        }}
      />
      {closed && <CallYourself reason={closed} onOtherWay={onOtherWay} />}
      <CodeStep
        attempt={attempt}
        length={CODE_LENGTH}
        hint="Код из 6 цифр отправлен. Письмо приходит в течение минуты."
        labels={{ first: "Отправить код", again: "Отправить код ещё раз" }}
        to={address}
      />
    </form>
  );
}
