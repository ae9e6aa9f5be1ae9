import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/components/Button/Button";
import { OwnCall } from "@/components/OwnCall/OwnCall";
import { PHONE_DIGITS, PhoneInput } from "@/components/PhoneInput/PhoneInput";
import { CodeBySms } from "@/components/SentCode/SentCode";
import { callbackStatusOptions, LATE_CALL, RESEND_S } from "@/lib/api/queries/codes";
import type { Callback } from "@/lib/api/types";
import { useCountdown } from "@/lib/useCountdown";
import { requestCallback, type SignInWith, signIn, verifyCall } from "../api/login";
import { codeError, requestError, signInError } from "../model/errors";
import type { Consent } from "../model/useConsent";
import { ConsentField } from "./ConsentField";
import css from "./LoginModal.module.css";

interface CallbackWayProps {
  number: string;
  onNumber: (digits: string) => void;
  consent: Consent;
  onSignIn: (signIn: SignInWith) => Promise<void>;
}

/** The user calls a free number from their phone. The call drops, and they are signed in. */
export function CallbackWay({ number, onNumber, consent, onSignIn }: CallbackWayProps) {
  const [attempt, setAttempt] = useState<Callback | null>(null);
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const countdown = useCountdown(RESEND_S);
  const { data: check, refetch } = useQuery({
    ...callbackStatusOptions(attempt?.id ?? ""),
    enabled: attempt !== null,
  });
  const status = attempt === null ? null : (check?.status ?? "pending");

  const request = useMutation({
    mutationFn: requestCallback,
    meta: { ownErrors: true },
    onSuccess: (callback) => {
      setAttempt(callback);
      setRefused(undefined);
      countdown.start();
    },
    onError: (fault) => {
      countdown.stop();
      setError(requestError(fault));
    },
  });

  const enter = useMutation({
    mutationFn: (sessionKey: string) => onSignIn(signIn(sessionKey)),
    meta: { ownErrors: true },
    onError: (fault) => {
      countdown.stop();
      setAttempt(null);
      setError(signInError(fault));
    },
  });

  const sessionKey = attempt?.sessionKey;
  const { mutate } = enter;
  useEffect(() => {
    if (status === "confirmed" && sessionKey) mutate(sessionKey);
  }, [status, sessionKey, mutate]);

  // The attempt is confirmed then, which signs in as after a call.
  const checking = useMutation({
    mutationFn: async (code: string) => {
      if (sessionKey) await verifyCall({ sessionKey, code });
      await refetch();
    },
    meta: { ownErrors: true },
    onMutate: () => setRefused(undefined),
    onError: (fault) => setRefused(codeError(fault)),
  });

  const submit = () => {
    const isWaiting =
      status === "confirmed" || (status !== null && status !== "expired" && countdown.left > 0);
    if (request.isPending || checking.isPending || enter.isPending || isWaiting) return;
    const isWhole = number.length === PHONE_DIGITS;
    setError(isWhole ? undefined : "Введите номер телефона полностью");
    const isAllowed = consent.check({ goes: isWhole });
    if (isWhole && isAllowed) request.mutate(number);
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
        error={error}
        data-autofocus
        onChange={(digits) => {
          if (digits === number) return;
          onNumber(digits);
          setError(undefined);
          setAttempt(null);
          countdown.stop();
        }}
      />
      {attempt === null || status === "expired" ? (
        <>
          <p className={css.hint} role="status">
            {attempt
              ? LATE_CALL
              : "Мы покажем бесплатный номер. Позвоните на него с этого телефона, звонок сбросится сам."}
          </p>
          <ConsentField consent={consent} />
          <Button type="submit" variant="bid" fullWidth data-pending={request.isPending || undefined}>
            Показать номер
          </Button>
        </>
      ) : status === "ambiguous" ? (
        <>
          <CodeBySms
            to={number}
            error={refused}
            busy={checking.isPending || enter.isPending}
            onCode={(code) => checking.mutate(code)}
          />
          {countdown.left === 0 && <Another isPending={request.isPending} onClick={submit} />}
        </>
      ) : (
        <>
          <p className={css.hint}>
            Позвоните с этого телефона на бесплатный номер. Звонок сбросится сам, и вход завершится.
          </p>
          <OwnCall
            id={attempt.id}
            number={attempt.phone}
            status={status === "confirmed" ? "Звонок получен, входим" : "Ждём звонка"}
            left={countdown.left}
          />
          {countdown.left === 0 && status === "pending" && (
            <Another isPending={request.isPending} onClick={submit} />
          )}
        </>
      )}
    </form>
  );
}

/** Not the form's own button: Enter in an incomplete code would begin again. */
function Another({ isPending, onClick }: { isPending: boolean; onClick: () => void }) {
  return (
    <Button fullWidth data-pending={isPending || undefined} onClick={onClick}>
      Запросить другой номер
    </Button>
  );
}
