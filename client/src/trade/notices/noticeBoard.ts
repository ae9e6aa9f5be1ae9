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
  /** The user dismissed the queue. */
  | { type: "dismissed" };

export function reduceBoard(board: NoticeBoard, event: BoardEvent): NoticeBoard {
  switch (event.type) {
    case "came":
      return filled({ ...board, waiting: [...board.waiting, event.notice] });
    case "gone":
      return filled({ ...board, shown: board.shown.filter(({ id }) => id !== event.id) });
    case "dismissed":
      return { ...board, waiting: [] };
  }
}
