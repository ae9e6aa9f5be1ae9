import type { Notice } from "./notify";

export interface PostedNotice extends Notice {
  id: number;
}

/** What is on screen, and what waits for a place there. */
export interface NoticeBoard {
  shown: readonly PostedNotice[];
  waiting: readonly PostedNotice[];
}

/** At most so many notices are shown at once; the others are counted. */
export const NOTICES_SHOWN = 3;
/** Each stays so long. */
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
  /** Its time is over, or it was closed: the next one that waits takes its place. */
  | { type: "gone"; id: number }
  /** Nobody wants to see the rest. */
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
