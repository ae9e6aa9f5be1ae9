import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Wait } from "@/components/Loaded/Loaded";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import { ConsentKind } from "@/lib/api/numbers";
import type { Consent, User } from "@/lib/api/types";
import { useForget } from "@/lib/auth/leave";
import { storeConsent } from "@/lib/consents";
import { dayMonthTime } from "@/lib/format";
import { saveFile } from "@/lib/saveFile";
import { consentsOptions, deleteAccount, exportData } from "../api/profile";
import css from "./account.module.css";

/** The user's consents, the copy of their data, and the deletion of the account. */
export function MyData({ user }: { user: User }) {
  return (
    <>
      <section className={css.group} aria-labelledby="consents">
        <div className={css.groupHead}>
          <h2 className="h3" id="consents">
            Согласия
          </h2>
        </div>
        <Consents />
      </section>
      <section className={css.group} aria-labelledby="export">
        <div className={css.groupHead}>
          <h2 className="h3" id="export">
            Копия данных
          </h2>
        </div>
        <Export />
      </section>
      <section className={css.group} aria-labelledby="deletion">
        <div className={css.groupHead}>
          <h2 className="h3" id="deletion">
            Удаление учётной записи
          </h2>
        </div>
        <Deletion user={user} />
      </section>
    </>
  );
}

const KINDS: readonly { kind: number; title: string; note: string }[] = [
  { kind: ConsentKind.Cookies, title: "Файлы cookie", note: "Чтобы сайт помнил вас" },
  { kind: ConsentKind.Adult, title: "Мне есть 18 лет", note: "Сервис предназначен для лиц старше 18 лет" },
  {
    kind: ConsentKind.PersonalData,
    title: "Обработка персональных данных",
    note: "Чтобы дома могли принять вашу заявку и связаться с вами",
  },
  { kind: ConsentKind.Mailing, title: "Рассылка", note: "Письма о новых торгах" },
];

function Consents() {
  const client = useQueryClient();
  const query = useQuery(consentsOptions());
  const { data } = query;
  const change = useMutation({
    mutationFn: ({ kind, given }: { kind: number; given: boolean }) => storeConsent(kind, given),
    onSettled: () => client.invalidateQueries({ queryKey: consentsOptions().queryKey }),
  });
  if (!data) return <Wait query={query} h={200} />;
  return (
    <ul className={css.list}>
      {KINDS.map(({ kind, title, note }) => {
        const last: Consent | undefined = data.find((consent) => consent.kind === kind);
        const stands = last !== undefined && last.withdrawn === null;
        const give = kind === ConsentKind.Adult ? "Подтвердить" : "Дать согласие";
        const action = stands ? "Отозвать" : give;
        return (
          <li key={kind}>
            <div>
              <p>{title}</p>
              <p className="caption">
                {stands
                  ? `${kind === ConsentKind.Adult ? "Подтверждено" : "Дано"} ${dayMonthTime(last.given)}`
                  : last?.withdrawn
                    ? `Отозвано ${dayMonthTime(last.withdrawn)}`
                    : note}
              </p>
            </div>
            <Button
              size="sm"
              disabled={change.isPending}
              aria-label={`${action}: ${title}`}
              onClick={() => change.mutate({ kind, given: !stands })}
            >
              {action}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function Export() {
  const make = useMutation({
    mutationFn: exportData,
    onSuccess: (file) => saveFile("Мои данные.json", file),
  });
  return (
    <div className={css.part}>
      <p className="small muted">
        Всё, что хранится о вас: контакты, ставки, заявки, сообщения, согласия. Файл JSON откроет любой
        текстовый редактор.
      </p>
      <p>
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          {make.isPending ? "Готовим файл" : "Скачать мои данные"}
        </Button>
      </p>
    </div>
  );
}

function Deletion({ user }: { user: User }) {
  const forget = useForget();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteAccount(user.id),
    meta: { ownErrors: true },
    onError: tellFault,
    onSuccess: async () => {
      await forget();
      await navigate("/");
      tellSuccess("Учётная запись удалена");
    },
  });
  return (
    <div className={css.part}>
      <p className="small muted">
        Контакты, имя и фото удалятся сразу, заочные ставки будут сняты, сеансы закрыты. Сделанные ставки
        останутся в истории торгов без имени. В течение 30 дней запись может восстановить администратор, потом
        удалятся и остальные данные.
      </p>
      <p>
        <Button variant="danger" disabled={remove.isPending} onClick={() => setAsking(true)}>
          Удалить учётную запись
        </Button>
      </p>
      <ConfirmDialog
        opened={asking}
        title="Удалить учётную запись?"
        confirm="Удалить"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          remove.mutate();
        }}
      >
        <p className="small">Войти с прежними телефоном и e-mail в эту запись больше не получится.</p>
      </ConfirmDialog>
    </div>
  );
}
