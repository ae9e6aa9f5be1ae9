import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/Button/Button";
import { secondFactorError } from "../model/errors";
import css from "./LoginModal.module.css";

interface SecondFactorStepProps {
  /** Repeats the sign-in with the code. */
  enter: (secondFactor: string) => Promise<void>;
}

/** The second step of a sign-in, for accounts that have one: a code of the authenticator, or a recovery code. */
export function SecondFactorStep({ enter }: SecondFactorStepProps) {
  const [code, setCode] = useState("");
  const checking = useMutation({
    mutationFn: enter,
    meta: { ownErrors: true },
    onError: () => setCode(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() && !checking.isPending) checking.mutate(code.trim());
  };
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <p className={css.hint}>Введите код из приложения или один из кодов восстановления.</p>
      <TextInput
        label="Код"
        autoComplete="one-time-code"
        value={code}
        error={checking.isError && !code ? secondFactorError(checking.error) : undefined}
        data-autofocus
        autoFocus
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="bid" fullWidth data-pending={checking.isPending || undefined}>
        Войти
      </Button>
    </form>
  );
}
