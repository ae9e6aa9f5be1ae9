import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { readCookie, writeCookie } from "@/lib/cookies";
import css from "./ConsentModal.module.css";

const COOKIE = "consent";

/** The first visit's consent to cookies and to the age limit. It is kept for 365 days. */
export function ConsentModal() {
  const [given, setGiven] = useState(() => readCookie(COOKIE) === "1");
  const [declined, setDeclined] = useState(false);
  const accept = () => {
    writeCookie(COOKIE, "1");
    setGiven(true);
  };
  return (
    <Modal
      opened={!given}
      onClose={() => setDeclined(true)}
      title={declined ? "Только для лиц старше 18 лет" : "Добро пожаловать"}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {declined ? (
        <>
          <p>Ресурс предназначен только для лиц старше 18 лет.</p>
          <div className={css.actions}>
            <Button onClick={() => setDeclined(false)}>Вернуться</Button>
          </div>
        </>
      ) : (
        <>
          <p>
            Мы используем файлы cookie, чтобы сайт помнил вас и работал быстрее. Продолжая, вы соглашаетесь с{" "}
            <a className="link" href="/docs/datapolicy.pdf">
              политикой обработки данных
            </a>{" "}
            и{" "}
            <a className="link" href="/docs/agreement.pdf">
              пользовательским соглашением
            </a>
            .
          </p>
          <p className={css.age}>Сервис предназначен только для лиц старше 18 лет.</p>
          <div className={css.actions}>
            <Button variant="bid" onClick={accept} data-autofocus>
              Мне есть 18, принимаю
            </Button>
            <Button onClick={() => setDeclined(true)}>Отказаться</Button>
          </div>
        </>
      )}
    </Modal>
  );
}
