import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { proveSecondFactor } from "@/lib/api/queries/secondFactor";
import { settleProof } from "@/lib/auth/stepUp";
import { secondFactorError } from "../model/errors";
import css from "./LoginModal.module.css";

/** Asks for the second factor before an action that needs a fresh proof of it. The waiting action then continues. */
export default function ProofDialog() {
  const [code, setCode] = useState("");
  const proving = useMutation({
    mutationFn: proveSecondFactor,
    meta: { ownErrors: true },
    onSuccess: () => settleProof(true),
    onError: () => setCode(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() && !proving.isPending) proving.mutate(code.trim());
  };
  return (
    <Dialog opened onClose={() => settleProof(false)} title="Подтвердите, что это вы">
      <form className={css.form} noValidate onSubmit={submit}>
        <p className={css.hint}>
          Введите код из приложения или один из кодов восстановления. Следующие 10 минут мы не спросим его
          снова.
        </p>
        <TextInput
          label="Код"
          autoComplete="one-time-code"
          value={code}
          error={proving.isError && !code ? secondFactorError(proving.error) : undefined}
          data-autofocus
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" variant="bid" fullWidth data-pending={proving.isPending || undefined}>
          Подтвердить
        </Button>
        <Button fullWidth onClick={() => settleProof(false)}>
          Не надо
        </Button>
      </form>
    </Dialog>
  );
}
