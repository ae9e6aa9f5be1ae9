import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { useLocation } from "react-router";
import { withMantine } from "@/components/Mantine/Mantine";
import { hideToast } from "@/components/Toast/toasts";
import type { Lot, Notification, User } from "@/lib/api/types";
import { readToken } from "@/lib/auth/token";
import { serverNow } from "@/lib/clock";
import { messagesKey } from "@/lib/notices/messages";
import { listenToNotices, type Notice } from "@/lib/notices/notify";
import { usePush } from "@/lib/push/push";
import { eveningKey } from "@/trade/api/evening";
import { ordersKey } from "@/trade/api/myOrders";
import { positionsKey } from "@/trade/api/positions";
import { myQueriesKey } from "@/trade/api/priceQueries";
import { noteOutbid, onAccepted } from "@/trade/bidding/acceptedBets";
import { hideNearToasts, nearToast, rememberAnnounced } from "@/trade/bidding/nearNotices";
import { emptyBoard, reduceBoard } from "@/trade/notices/noticeBoard";
import {
  bidNewsOf,
  isHere,
  isShownBy,
  isTimeShownAt,
  lotInNews,
  newestNotifications,
  ShownNotifications,
} from "@/trade/notices/notifications";
import { isLeader } from "@/trade/rules/position";
import { NoticeBoard } from "./NoticeBoard";

/** The number of notices shown at once. On a phone, two would cover a row of bet buttons wherever they are placed. */
const noticesAtOnce = () => (matchMedia("(max-width: 45em), (max-height: 35em)").matches ? 1 : 3);

/** Shows the notices of the signed-in user as they come, and keeps those of the browser coming. */
function Notices({ user }: { user: User }) {
  const client = useQueryClient();
  const [board, dispatch] = useReducer(reduceBoard, noticesAtOnce(), emptyBoard);
  usePush(user.id);
  const lastId = useRef(0);
  const here = useLocation();
  const post = useEffectEvent((notice: Notice, stored: Notification | null, lot: Lot | null) => {
    const news = stored && bidNewsOf(stored);
    if (lot && news === "outbid") {
      // The viewer has bid again in the meantime, perhaps in another tab.
      if (isLeader(lot)) return;
      noteOutbid(lot.id, lot.price.value ?? 0);
    }
    // The page already shows it, next to the bid button or the amount due.
    if (lot && isShownBy(lot, here, serverNow())) return;
    const lotId = stored?.lotId ?? null;
    if (stored?.kind === "lot_starting" && lotId !== null) {
      // Replaces the toast that the lot is up to three lots ahead.
      rememberAnnounced([lotId]);
      hideToast(nearToast(lotId));
      void client.invalidateQueries({ queryKey: eveningKey });
    }
    if (stored?.kind === "sale_cancelled" && stored.catalogId !== null) {
      hideNearToasts(stored.catalogId);
      void client.invalidateQueries({ queryKey: eveningKey });
    }
    if (stored && isTimeShownAt(stored, here.pathname)) return;
    lastId.current += 1;
    const { subject, text } = notice;
    const place = stored && !isHere(stored, here.pathname) ? stored.place : null;
    dispatch({ type: "came", notice: { id: lastId.current, subject, text, news, lotId, lot, place } });
  });

  useEffect(() => {
    const token = readToken();
    if (token === null) return;
    const shown = new ShownNotifications(serverNow() - performance.now());
    const refresh = () => {
      for (const queryKey of [positionsKey, ordersKey, myQueriesKey, messagesKey])
        void client.invalidateQueries({ queryKey });
    };
    const showMissed = async () => {
      // If they cannot be read now, the next connection shows them.
      const newest = await newestNotifications().catch(() => []);
      const missed = shown.missed(newest, serverNow());
      if (missed.length > 0) refresh();
      for (const stored of missed) post(stored, stored, await lotInNews(client, stored));
    };
    const show = async (notice: Notice) => {
      refresh();
      const stored = shown.sent(notice, await newestNotifications().catch(() => []));
      if (stored) post(stored, stored, await lotInNews(client, stored));
      else if (stored === undefined) post(notice, null, null);
    };
    return listenToNotices(token, {
      onSubscribed: () => void showMissed(),
      onNotice: (notice) => void show(notice),
    });
  }, [client]);

  useEffect(() => onAccepted((lotId, value) => dispatch({ type: "answered", lotId, value })), []);

  if (board.shown.length === 0) return null;
  return (
    <NoticeBoard
      board={board}
      onGone={(id) => dispatch({ type: "gone", id })}
      onDismiss={() => dispatch({ type: "dismissed" })}
    />
  );
}

export default withMantine(Notices);
