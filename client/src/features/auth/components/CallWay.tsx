import { Button } from "@mantine/core";
import { useState } from "react";
import { PHONE_DIGITS, PhoneInput } from "@/components/PhoneInput/PhoneInput";
import { isStatus } from "@/lib/api/errors";
import { requestCall, type SignInWith, signIn, verifyCall } from "../api/login";
import { requestError } from "../model/errors";
import { useCodeSignIn } from "../model/useCodeSignIn";
import { CodeStep } from "./CodeStep";
import css from "./LoginModal.module.css";

const CODE_LENGTH = 4;

interface CallWayProps {
  number: string;
  onNumber: (digits: string) => void;
  onSignIn: (signIn: SignInWith) => Promise<void>;
  onOtherWay: () => void;
}

/** The provider calls the user. The last four digits of its number are the code. */
export function CallWay({ number, onNumber, onSignIn, onOtherWay }: CallWayProps) {
  const [impossible, setImpossible] = useState(false);
  const attempt = useCodeSignIn({
    to: number,
    invalid: (to) => (to.length === PHONE_DIGITS ? null : "Введите номер телефона полностью"),
    request: (to) => {
      setImpossible(false);
      return requestCall(to);
    },
    onRequestFailed: (error) => {
      if (isStatus(error, 404, 422, 429)) return requestError(error);
      setImpossible(true);
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
      {impossible && (
        <div className={css.notice} role="alert">
          Вход по входящему звонку невозможен из-за оператора сотовой связи. Попробуйте исходящий звонок.
          <Button size="sm" onClick={onOtherWay}>
            Позвонить самому
          </Button>
        </div>
      )}
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
