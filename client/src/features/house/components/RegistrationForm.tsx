import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { tellSuccess } from "@/components/Toast/toasts";
import { ApiError, faultText } from "@/lib/api/errors";
import type { House } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useSession } from "@/lib/auth/session";
import { useRegistration, useSendOrder } from "@/trade/api/registration";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { mayDecideOrders } from "@/trade/rules/staff";
import css from "./HousePage.module.css";

/** The server's limit of a note. */
const NOTE_MAX = 2000;

/** The user's registration with the house, or the form to request it. */
export function Registration({ house }: { house: House }) {
  const { user } = useSession();
  const { status } = useRegistration(house.id);
  if (user && mayDecideOrders(user, house.id)) {
    return (
      <Button component={Link} to={`/house-account/${house.id}/orders`} fullWidth>
        Заявки на участие
      </Button>
    );
  }
  if (status !== "visitor" && status !== "none") return <RegistrationBanner houseId={house.id} />;
  return <RegistrationForm house={house} />;
}

/** Keeps the note across the sign-in. */
function RegistrationForm({ house }: { house: House }) {
  const send = useSendOrder();
  const requireLogin = useRequireLogin();
  const [note, setNote] = useState("");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    requireLogin(
      () =>
        send.mutate(
          { houseId: house.id, note },
          { onSuccess: () => tellSuccess("Запрос на регистрацию отправлен") },
        ),
      "После входа отправим вашу заявку.",
    );
  };
  const fieldError = send.error instanceof ApiError ? send.error.field("note") : undefined;
  const error = send.error && !fieldError ? faultText(send.error) : null;

  return (
    <form className={css.form} onSubmit={submit}>
      <h2>Участие в торгах</h2>
      <p className="small muted">
        Чтобы делать ставки, зарегистрируйтесь в доме. Он рассмотрит заявку и увидит ваше имя, телефон и
        e-mail.
      </p>
      <Textarea
        label="Сообщение дому"
        description="Необязательно"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={NOTE_MAX}
        value={note}
        error={fieldError}
        onChange={(e) => setNote(e.currentTarget.value)}
      />
      {error && (
        <p className={css.formError} role="alert">
          {error}
        </p>
      )}
      <Button type="submit" variant="bid" fullWidth data-pending={send.isPending || undefined}>
        {send.isPending ? "Отправляется" : "Отправить заявку"}
      </Button>
    </form>
  );
}
