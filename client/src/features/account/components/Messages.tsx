import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Wait } from "@/components/Loaded/Loaded";
import { Pager } from "@/components/Pager/Pager";
import type { Notification } from "@/lib/api/types";
import { dayMonthTime, isoInstant } from "@/lib/format";
import { pageOfAddress } from "@/lib/useAddress";
import { messagesOptions, systemMessagesOptions, unreadOptions, useReadMessages } from "../api/messages";
import css from "./account.module.css";

/** The messages to the user, and the latest ones to everybody. */
export function Messages() {
  const [params] = useSearchParams();
  const query = useQuery(messagesOptions(pageOfAddress(params)));
  const { data } = query;
  const { data: everybody } = useQuery(systemMessagesOptions());
  const { data: unread } = useQuery(unreadOptions());
  const read = useReadMessages();
  if (!data) return <Wait query={query} h={320} />;
  return (
    <>
      {unread !== undefined && unread > 0 && (
        <p className={css.acts}>
          <Button size="sm" disabled={read.isPending} onClick={() => read.mutate(null)}>
            Отметить все прочитанными
          </Button>
        </p>
      )}
      {data.items.length === 0 ? (
        <EmptyState title="Сообщений пока нет" action={{ label: "Смотреть аукционы", to: "/auctions" }}>
          Здесь будет всё, о чём мы вам сообщали: перебитые ставки, выигранные лоты, ответы домов.
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {data.items.map((message) => (
            <Message key={message.id} message={message} onOpen={() => read.mutate([message.id])} />
          ))}
        </ul>
      )}
      <Pager page={data.currentPage} pages={data.totalPages} />
      {everybody && everybody.length > 0 && (
        <section className={css.group} aria-labelledby="to-everybody">
          <div className={css.groupHead}>
            <h2 className="h3" id="to-everybody">
              Всем пользователям
            </h2>
          </div>
          <ul className={css.list}>
            {everybody.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Message({ message, onOpen }: { message: Notification; onOpen?: () => void }) {
  const { place } = message;
  return (
    <li data-unread={!message.isRead || undefined}>
      <div>
        <p className={css.subject}>
          {!message.isRead && <span className="sr">Не прочитано. </span>}
          {message.subject}
        </p>
        <p className={`small ${css.words}`}>{message.text}</p>
        <time className="caption" dateTime={isoInstant(message.created)}>
          {dayMonthTime(message.created)}
        </time>
      </div>
      {place && (
        <Button
          component={Link}
          size="sm"
          to={place.path}
          aria-label={`${place.label}: ${message.text}`}
          onClick={() => !message.isRead && onOpen?.()}
        >
          {place.label}
        </Button>
      )}
    </li>
  );
}
