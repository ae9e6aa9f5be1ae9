import { Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { Loaded } from "@/components/Loaded/Loaded";
import { tellSuccess } from "@/components/Toast/toasts";
import type { Notification } from "@/lib/api/types";
import { dayMonthTime, quoted } from "@/lib/format";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { noticesOptions, usePublishNotice, useWithdrawNotice } from "../api/notices";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";

/** Messages to everybody: published at once to those on the site, and kept for the others. */
export default function AdminNotices() {
  const query = useQuery(noticesOptions());
  const publish = usePublishNotice();
  const withdraw = useWithdrawNotice();
  const [writing, setWriting] = useState(false);
  const [withdrawing, setWithdrawing] = useState<Notification | null>(null);
  return (
    <StaffPage
      title="Системные сообщения"
      note="Те, кто на сайте, увидят сразу, остальные — в уведомлениях"
      actions={
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setWriting(true)}>
          Написать всем
        </Button>
      }
    >
      <Loaded
        query={query}
        h={240}
        empty={
          <EmptyState title="Сообщений пока нет">Отправленные останутся здесь: их можно снять.</EmptyState>
        }
      >
        {(data) => (
          <ul className={css.rows}>
            {data.map((notice) => (
              <li key={notice.id}>
                <span>
                  <b>{notice.subject}</b>
                  <span className={css.text}>{notice.text}</span>
                  <small className="num">{dayMonthTime(notice.created)}</small>
                </span>
                <Button
                  size="xs"
                  aria-label={`Снять: ${notice.subject}`}
                  onClick={() => setWithdrawing(notice)}
                >
                  Снять
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {writing && (
        <FormDialog
          title="Сообщение всем"
          initial={{ subject: "", text: "" }}
          confirm="Отправить всем"
          done="Сообщение отправлено"
          onClose={() => setWriting(false)}
          save={(values) => publish.mutateAsync(values)}
        >
          {(form) => (
            <>
              <p className="small muted">
                Отправить можно один раз: показанное сообщение уже не изменить, только снять.
              </p>
              <TextInput label="Тема" data-autofocus {...form.getInputProps("subject")} />
              <Textarea label="Текст" autosize minRows={4} {...form.getInputProps("text")} />
            </>
          )}
        </FormDialog>
      )}
      <ConfirmDialog
        opened={withdrawing !== null}
        title="Снять сообщение?"
        confirm="Снять"
        onClose={() => setWithdrawing(null)}
        onConfirm={() => {
          if (withdrawing) {
            withdraw.mutate(withdrawing.id, {
              onSuccess: () => tellSuccess("Сообщение снято", { life: 3000 }),
            });
          }
          setWithdrawing(null);
        }}
      >
        <p>{withdrawing && quoted(withdrawing.subject)} пропадёт из уведомлений у всех.</p>
      </ConfirmDialog>
    </StaffPage>
  );
}
