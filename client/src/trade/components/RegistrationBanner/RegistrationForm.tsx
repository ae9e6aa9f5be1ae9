import { Button, Textarea, type TextareaProps } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { tellSuccess } from "@/components/Toast/toasts";
import { ApiError, faultText } from "@/lib/api/errors";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useSendOrder } from "@/trade/api/registration";
import css from "./RegistrationForm.module.css";

/** The server's limit of a note. */
const NOTE_MAX = 2000;

interface RegistrationFormProps {
  houseId: number;
  /** The label and looks of the note's field. */
  field: TextareaProps & { "data-autofocus"?: boolean };
  className?: string;
  /** Stands above the note. */
  children: ReactNode;
  onSent?: () => void;
}

/** A registration request with a note to the house. A visitor signs in first, and the note stays meanwhile. */
export function RegistrationForm({ houseId, field, className, children, onSent }: RegistrationFormProps) {
  const send = useSendOrder();
  const requireLogin = useRequireLogin();
  const [note, setNote] = useState("");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    requireLogin(
      () =>
        send.mutate(
          { houseId, note },
          {
            onSuccess: () => {
              tellSuccess("Запрос на регистрацию отправлен");
              onSent?.();
            },
          },
        ),
      "После входа отправим вашу заявку.",
    );
  };
  const fieldError = send.error instanceof ApiError ? send.error.field("note") : undefined;
  const error = send.error && !fieldError ? faultText(send.error) : null;

  return (
    <form className={className ? `${css.form} ${className}` : css.form} onSubmit={submit}>
      {children}
      <Textarea
        autosize
        maxRows={8}
        maxLength={NOTE_MAX}
        value={note}
        error={fieldError}
        onChange={(event) => setNote(event.currentTarget.value)}
        {...field}
      />
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <Button type="submit" variant="bid" fullWidth data-pending={send.isPending || undefined}>
        {send.isPending ? "Отправляется" : "Отправить заявку"}
      </Button>
    </form>
  );
}
