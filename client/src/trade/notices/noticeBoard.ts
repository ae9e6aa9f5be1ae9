import type { Lot } from "@/lib/api/types";
import type { Notice } from "@/lib/notices/notify";
import type { BidNews } from "./notifications";

export interface PostedNotice extends Notice {
  id: number;
  /** What it says about the viewer's bid, if anything, and on which lot. */
  news: BidNews | null;
  lot: Lot | null;
}

/** The notices on screen and the queue behind them. */
export interface NoticeBoard {
  shown: readonly PostedNotice[];
  waiting: readonly PostedNotice[];
}

/** The number of notices shown at once. The others are counted. */
export const NOTICES_SHOWN = 3;
/** The time a notice stays on screen. */
export const NOTICE_MS = 5000;

export const EMPTY_BOARD: NoticeBoard = { shown: [], waiting: [] };

function filled({ shown, waiting }: NoticeBoard): NoticeBoard {
  const room = NOTICES_SHOWN - shown.length;
  return room <= 0 || waiting.length === 0
    ? { shown, waiting }
    : { shown: [...shown, ...waiting.slice(0, room)], waiting: waiting.slice(room) };
}

export type BoardEvent =
  | { type: "came"; notice: PostedNotice }
  /** Removes a notice that expired or was closed. The next one in the queue takes its place. */
  | { type: "gone"; id: number }
  /** The viewer's bet on a lot was accepted. */
  | { type: "answered"; lotId: number }
  /** The user dismissed the queue. */
  | { type: "dismissed" };

/** The board without the notices of a lot that a bet, or a newer notice, has outdated. */
function without({ shown, waiting }: NoticeBoard, lotId: number | undefined): NoticeBoard {
  const stays = ({ news, lot }: PostedNotice) => news !== "outbid" || lot?.id !== lotId;
  return { shown: shown.filter(stays), waiting: waiting.filter(stays) };
}

export function reduceBoard(board: NoticeBoard, event: BoardEvent): NoticeBoard {
  switch (event.type) {
    case "came": {
      const others = without(board, event.notice.lot?.id);
      return filled({ ...others, waiting: [...others.waiting, event.notice] });
    }
    case "answered":
      return filled(without(board, event.lotId));
    case "gone":
      return filled({ ...board, shown: board.shown.filter(({ id }) => id !== event.id) });
    case "dismissed":
      return { ...board, waiting: [] };
  }
}
