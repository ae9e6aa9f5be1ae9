import { Portal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { useLocation } from "react-router";
import type { Lot } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { readToken } from "@/lib/auth/token";
import { serverNow } from "@/lib/clock";
import { count } from "@/lib/format";
import { EMPTY_BOARD, reduceBoard } from "@/lib/notices/noticeBoard";
import { listenToNotices, type Notice } from "@/lib/notices/notify";
import { positionsKey } from "@/trade/api/positions";
import { myQueriesKey } from "@/trade/api/priceQueries";
import { ordersKey } from "@/trade/api/registration";
import { useVisitor } from "@/trade/live/useVisitor";
import { isOutbid, isShownBy, outbidLot } from "@/trade/notices/outbidLot";
import { NoticeToast } from "./NoticeToast";
import css from "./Realtime.module.css";

/** Keeps the sockets on the signed-in user and shows their notices. */
export function Realtime() {
  const client = useQueryClient();
  const { user } = useSession();
  const [board, dispatch] = useReducer(reduceBoard, EMPTY_BOARD);
  const lastId = useRef(0);
  const userId = user?.id ?? null;
  const place = useLocation();
  const post = useEffectEvent((notice: Notice, lot: Lot | null) => {
    // The page itself says it, with the bid button beside.
    if (lot && isShownBy(lot, place, serverNow())) return;
    lastId.current += 1;
    dispatch({ type: "came", notice: { ...notice, id: lastId.current, lot } });
  });
  useVisitor();

  useEffect(() => {
    const token = readToken();
    if (userId === null || token === null) return;
    return listenToNotices(token, (notice) => {
      if (isOutbid(notice)) void outbidLot(client, notice).then((lot) => post(notice, lot));
      else post(notice, null);
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
            lot={notice.lot}
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
