import { Textarea, type TextareaProps, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/Button/Button";
import { withMantine } from "@/components/Mantine/Mantine";
import { tellSuccess } from "@/components/Toast/toasts";
import { ApiError, faultText } from "@/lib/api/errors";
import type { User } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { sessionKey, useSession } from "@/lib/auth/session";
import { isNameless, NAME_MAX, useRename } from "@/trade/api/name";
import { useSendOrder } from "@/trade/api/registration";
import css from "./RegistrationForm.module.css";

/** The server's limit of a note. */
const NOTE_MAX = 2000;

interface RegistrationFormProps {
  houseId: number;
  /** The label and looks of the note's field. */
  field: TextareaProps & { "data-autofocus"?: boolean };
  className?: string;
  /** Shown above the note. */
  children: ReactNode;
  onSent?: () => void;
}

/** A registration request with a note to the house. A visitor signs in first, and the note stays meanwhile. */
function Form({ houseId, field, className, children, onSent }: RegistrationFormProps) {
  const client = useQueryClient();
  const send = useSendOrder();
  const requireLogin = useRequireLogin();
  const [note, setNote] = useState("");
  const { user } = useSession();
  const rename = useRename();
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);
  const asksName = user !== null && isNameless(user);
  const isBusy = send.isPending || rename.isPending;

  const order = async () => {
    // The page may learn of the request first and replace this form; a mutation callback would then never run.
    await send.mutateAsync({ houseId, note });
    tellSuccess(answerWay(client.getQueryData<User | null>(sessionKey)), {
      title: "Запрос на регистрацию отправлен",
    });
    onSent?.();
  };
  // The form shows errors below its fields.
  const sendOrder = () => void order().catch(() => undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    requireLogin(() => {
      // From the cache: the action of a visitor runs right after their sign-in. A new account is asked its name first.
      const signedIn = client.getQueryData<User | null>(sessionKey);
      if (!signedIn || !isNameless(signedIn)) return sendOrder();
      if (name.trim() === "") setMissing(true);
      else rename.mutate(name.trim(), { onSuccess: sendOrder });
    }, "После входа отправим вашу заявку.");
  };
  const fieldError = send.error instanceof ApiError ? send.error.field("note") : undefined;
  const error = send.error && !fieldError ? faultText(send.error) : null;

  return (
    <form className={className ? `${css.form} ${className}` : css.form} onSubmit={submit}>
      {children}
      {asksName && (
        <TextInput
          label="Имя и фамилия"
          description="Их видят аукционные дома и те, кто читает чат. В ставках вместо имени показан ваш номер."
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="name"
          withAsterisk
          data-autofocus={field["data-autofocus"]}
          maxLength={NAME_MAX}
          value={name}
          error={
            isMissing ? "Представьтесь, чтобы отправить заявку" : rename.error && faultText(rename.error)
          }
          onChange={(event) => {
            setName(event.currentTarget.value);
            setMissing(false);
          }}
        />
      )}
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
      <Button type="submit" variant="bid" fullWidth data-pending={isBusy || undefined}>
        {isBusy ? "Отправляется" : "Отправить заявку"}
      </Button>
    </form>
  );
}

/** Where the house's decision will arrive. E-mails go to verified addresses only. */
const answerWay = (user: User | null | undefined) =>
  user?.eMail && user.isEMailConfirmed
    ? "Ответ придёт в сообщения кабинета и на e-mail"
    : "Ответ придёт в сообщения кабинета";

export const RegistrationForm = withMantine(Form);
