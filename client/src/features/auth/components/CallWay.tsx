import { useState } from "react";
import { PHONE_DIGITS, PhoneInput } from "@/components/PhoneInput/PhoneInput";
import { isStatus } from "@/lib/api/errors";
import { requestCall, type SignInWith, signIn, verifyCall } from "../api/login";
import { requestError, tooMany } from "../model/errors";
import { useCodeSignIn } from "../model/useCodeSignIn";
import type { Consent } from "../model/useConsent";
import { CallYourself } from "./CallYourself";
import { CodeStep } from "./CodeStep";
import css from "./LoginModal.module.css";

const CODE_LENGTH = 4;

interface CallWayProps {
  number: string;
  onNumber: (digits: string) => void;
  consent: Consent;
  onSignIn: (signIn: SignInWith) => Promise<void>;
  onOtherWay: () => void;
}

/** The provider calls the user. The last four digits of its number are the code. */
export function CallWay({ number, onNumber, consent, onSignIn, onOtherWay }: CallWayProps) {
  const [closed, setClosed] = useState<string | null>(null);
  const attempt = useCodeSignIn({
    to: number,
    invalid: (to) => (to.length === PHONE_DIGITS ? null : "Введите номер телефона полностью"),
    consent,
    request: (to) => {
      setClosed(null);
      return requestCall(to);
    },
    onRequestFailed: (error) => {
      if (isStatus(error, 404, 422)) return requestError(error);
      setClosed(
        isStatus(error, 429)
          ? tooMany(error)
          : "Вход по входящему звонку невозможен из-за оператора сотовой связи. Попробуйте исходящий звонок.",
      );
    },
    verify: (sessionKey, code) => verifyCall({ sessionKey, code }),
    signIn,
    onSignIn,
  });

  return (
    <form className={css.form} noValidate onSubmit={attempt.submit}>
      <PhoneInput
        label="Телефон"
        value={number}
        error={attempt.toError}
        data-autofocus
        onChange={(digits) => {
          if (digits === number) return;
          onNumber(digits);
          attempt.restart();
        }}
      />
      {!closed && !attempt.isSent && (
        <p className={css.hint}>
          Вам позвонит робот, отвечать не нужно: код — последние 4&nbsp;цифры его номера.
        </p>
      )}
      {closed && <CallYourself reason={closed} onOtherWay={onOtherWay} />}
      <CodeStep
        attempt={attempt}
        length={CODE_LENGTH}
        hint="Введите последние 4 цифры номера, с которого поступит звонок. Отвечать не нужно."
        labels={{ first: "Получить звонок", again: "Позвонить ещё раз" }}
        to={number}
      />
    </form>
  );
}
