import { useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { hasFirstConsents, keepFirstConsents, storeFirstConsents } from "@/lib/consents";
import css from "./ConsentModal.module.css";

/**
 * The first visit's consent to cookies and to the age limit. It is kept for 365 days. The browser's own dialog, since
 * every first visit would otherwise wait for the code of the others.
 */
export function ConsentModal() {
  const [given, setGiven] = useState(hasFirstConsents);
  const [declined, setDeclined] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const acceptance = useRef<HTMLButtonElement>(null);
  const title = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // The dialog itself focuses its first link.
    acceptance.current?.focus();
  }, []);
  if (given) return null;

  const accept = () => {
    keepFirstConsents();
    void storeFirstConsents();
    setGiven(true);
  };
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={title}
      onCancel={(event) => event.preventDefault()}
      // Some browsers let a second Escape close it all the same.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={title} className={css.title}>
        {declined ? "Только для лиц старше 18 лет" : "Добро пожаловать"}
      </h2>
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
            <Button ref={acceptance} variant="bid" data-act="accept" onClick={accept}>
              Мне есть 18, принимаю
            </Button>
            <Button data-act="decline" onClick={() => setDeclined(true)}>
              Отказаться
            </Button>
          </div>
        </>
      )}
    </dialog>
  );
}
