import { Portal } from "@mantine/core";
import { count } from "@/lib/format";
import type { NoticeBoard as Board } from "@/lib/notices/noticeBoard";
import css from "./NoticeBoard.module.css";
import { NoticeToast } from "./NoticeToast";

const MESSAGES = ["новое сообщение", "новых сообщения", "новых сообщений"] as const;

interface NoticeBoardProps {
  board: Board;
  onGone: (id: number) => void;
  onDismiss: () => void;
}

/** The user's notices, the newest few of them. */
export function NoticeBoard({ board, onGone, onDismiss }: NoticeBoardProps) {
  const waiting = board.waiting.length;
  return (
    <Portal>
      <section className={css.board} aria-label="Сообщения">
        {board.shown.map((notice) => (
          <NoticeToast key={notice.id} notice={notice} lot={notice.lot} onGone={() => onGone(notice.id)} />
        ))}
        {waiting > 0 && (
          <div className={css.more} role="status">
            <span>Еще {count(waiting, MESSAGES)}</span>
            <button type="button" onClick={onDismiss}>
              Скрыть
            </button>
          </div>
        )}
      </section>
    </Portal>
  );
}
