import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import { tellSuccess } from "@/components/Toast/toasts";
import { ApiError, faultText } from "@/lib/api/errors";
import { useSendOrder } from "@/trade/api/registration";
import css from "./RegistrationDialog.module.css";

/** The server's limit of a note. */
const NOTE_MAX = 2000;

interface RegistrationDialogProps {
  houseId: number;
  opened: boolean;
  onClose: () => void;
}

/** The form of a registration request, with a note to the house. */
export function RegistrationDialog({ houseId, opened, onClose }: RegistrationDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Регистрация в аукционном доме">
      <RegistrationForm houseId={houseId} onSent={onClose} />
    </Dialog>
  );
}

interface RegistrationFormProps {
  houseId: number;
  onSent: () => void;
}

export function RegistrationForm({ houseId, onSent }: RegistrationFormProps) {
  const send = useSendOrder();
  const [note, setNote] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    send.mutate(
      { houseId, note },
      {
        onSuccess: () => {
          tellSuccess("Запрос на регистрацию отправлен");
          onSent();
        },
      },
    );
  };
  const fieldError = send.error instanceof ApiError ? send.error.field("note") : undefined;
  const error = send.error && !fieldError ? faultText(send.error) : null;
  return (
    <form onSubmit={submit} className={css.form}>
      <p className="small muted">
        Аукционный дом рассмотрит заявку и увидит ваше имя, телефон и e-mail. О решении мы сообщим.
      </p>
      <Textarea
        label="Комментарий к заявке"
        description="Необязательно: что вы собираете, кто может вас рекомендовать"
        inputWrapperOrder={["label", "input", "description", "error"]}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={NOTE_MAX}
        value={note}
        error={fieldError}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
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
