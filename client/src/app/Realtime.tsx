import { Notification, Portal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { Icon } from "@/components/Icon/Icon";
import { useSession } from "@/lib/auth/session";
import { readToken } from "@/lib/auth/token";
import { count } from "@/lib/format";
import { EMPTY_BOARD, NOTICE_MS, type PostedNotice, reduceBoard } from "@/lib/notices/noticeBoard";
import { listenToNotices } from "@/lib/notices/notify";
import { positionsKey } from "@/trade/api/positions";
import { myQueriesKey } from "@/trade/api/priceQueries";
import { ordersKey } from "@/trade/api/registration";
import { useVisitor } from "@/trade/live/useVisitor";
import css from "./Realtime.module.css";

/** Keeps the sockets on the signed-in user and shows their notices. */
export function Realtime() {
  const client = useQueryClient();
  const { user } = useSession();
  const [board, dispatch] = useReducer(reduceBoard, EMPTY_BOARD);
  const lastId = useRef(0);
  const userId = user?.id ?? null;
  useVisitor();

  useEffect(() => {
    const token = readToken();
    if (userId === null || token === null) return;
    return listenToNotices(token, (notice) => {
      lastId.current += 1;
      dispatch({ type: "came", notice: { ...notice, id: lastId.current } });
      void client.invalidateQueries({ queryKey: positionsKey });
      void client.invalidateQueries({ queryKey: ordersKey });
      void client.invalidateQueries({ queryKey: myQueriesKey });
    });
  }, [client, userId]);

  const waiting = board.waiting.length;
  if (board.shown.length === 0) return null;
  return (
    <Portal>
      <section className={css.board} aria-label="Сообщения">
        {board.shown.map((notice) => (
          <NoticeToast
            key={notice.id}
            notice={notice}
            onGone={() => dispatch({ type: "gone", id: notice.id })}
          />
        ))}
        {waiting > 0 && (
          <div className={css.more} role="status">
            <span>Еще {count(waiting, MESSAGES)}</span>
            <button type="button" onClick={() => dispatch({ type: "dismissed" })}>
              Скрыть
            </button>
          </div>
        )}
      </section>
    </Portal>
  );
}

const MESSAGES = ["новое сообщение", "новых сообщения", "новых сообщений"] as const;

function NoticeToast({ notice, onGone }: { notice: PostedNotice; onGone: () => void }) {
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    const timer = setTimeout(() => gone(), NOTICE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Notification
      role="alert"
      title={notice.subject}
      icon={<Icon name="bell" />}
      onClose={onGone}
      data-tone="bad"
      withBorder={false}
    >
      {notice.text}
    </Notification>
  );
}
