import type { Lot, Notification } from "@/lib/api/types";
import type { Notice } from "@/lib/notices/notify";
import type { BidNews } from "./notifications";

export interface PostedNotice extends Notice {
  id: number;
  /** What it says about the viewer's bid, if anything. */
  news: BidNews | null;
  lotId: number | null;
  /** The lot as it was when the notice came; null if it could not be read. */
  lot: Lot | null;
  /** The page it links to, unless it offers a bet or a payment. */
  place: Notification["place"];
}

/** The notices on screen and the queue behind them. */
export interface NoticeBoard {
  /** The number of notices shown at once. The others are counted. */
  room: number;
  shown: readonly PostedNotice[];
  waiting: readonly PostedNotice[];
}

/** The time a notice stays on screen. */
export const NOTICE_MS = 5000;

export const emptyBoard = (room: number): NoticeBoard => ({ room, shown: [], waiting: [] });

function filled({ room, shown, waiting }: NoticeBoard): NoticeBoard {
  const free = Math.max(0, room - shown.length);
  return { room, shown: [...shown, ...waiting.slice(0, free)], waiting: waiting.slice(free) };
}

export type BoardEvent =
  | { type: "came"; notice: PostedNotice }
  /** Removes a notice that expired or was closed. The next one in the queue takes its place. */
  | { type: "gone"; id: number }
  /** The viewer's bet of this sum was accepted. */
  | { type: "answered"; lotId: number; value: number }
  /** The user dismissed the queue. */
  | { type: "dismissed" };

/** Puts a notice of being outbid in the place of an earlier one for the same lot; null if there is none. */
function replaced(board: NoticeBoard, notice: PostedNotice): NoticeBoard | null {
  if (notice.news !== "outbid" || notice.lotId === null) return null;
  const isEarlier = ({ news, lotId }: PostedNotice) => news === "outbid" && lotId === notice.lotId;
  const earlier = [...board.shown, ...board.waiting].find(isEarlier);
  if (!earlier) return null;
  // Lots are read one by one, so the older of two notices may come last.
  if (earlier.lot && notice.lot && notice.lot.version < earlier.lot.version) return board;
  // Keeps the id, so that a notice under the pointer or with the focus stays there.
  const put = (one: PostedNotice) => (one === earlier ? { ...notice, id: earlier.id } : one);
  return { ...board, shown: board.shown.map(put), waiting: board.waiting.map(put) };
}

export function reduceBoard(board: NoticeBoard, event: BoardEvent): NoticeBoard {
  switch (event.type) {
    case "came":
      return replaced(board, event.notice) ?? filled({ ...board, waiting: [...board.waiting, event.notice] });
    case "answered": {
      // A notice with a higher price says that this very bet is beaten.
      const stays = ({ news, lotId, lot }: PostedNotice) =>
        news !== "outbid" || lotId !== event.lotId || (lot?.price.value ?? 0) >= event.value;
      return filled({
        ...board,
        shown: board.shown.filter(stays),
        waiting: board.waiting.filter(stays),
      });
    }
    case "gone":
      return filled({ ...board, shown: board.shown.filter(({ id }) => id !== event.id) });
    case "dismissed":
      return { ...board, waiting: [] };
  }
}
