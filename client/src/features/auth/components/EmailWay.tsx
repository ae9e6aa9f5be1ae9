import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { SignIn } from "@/lib/api/types";
import { requestEmail, signInByEmail, verifyEmail } from "../api/login";
import { isEmail, requestError } from "../model/errors";
import { useCodeSignIn } from "../model/useCodeSignIn";
import { CodeStep } from "./CodeStep";
import css from "./LoginModal.module.css";

const CODE_LENGTH = 6;

interface EmailWayProps {
  email: string;
  onEmail: (email: string) => void;
  onSignIn: (signIn: SignIn) => Promise<void>;
}

/** Sign-in with a six-digit code by e-mail. */
export function EmailWay({ email, onEmail, onSignIn }: EmailWayProps) {
  const [emailError, setEmailError] = useState<string>();
  const address = email.trim();
  const attempt = useCodeSignIn({
    request: requestEmail,
    onRequestFailed: (error) => setEmailError(requestError(error)),
    verify: (sessionKey, code) => verifyEmail({ sessionKey, code, email: address }),
    signIn: (sessionKey, code) => signInByEmail({ sessionKey, code, email: address }),
    onSignIn,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (attempt.isSending || attempt.left > 0) return;
    if (!isEmail(address)) {
      setEmailError("Введите корректный email");
      return;
    }
    setEmailError(undefined);
    attempt.send(address);
  };

  return (
    <form className={css.form} noValidate onSubmit={submit}>
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
          attempt.restart();
        }}
      />
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
