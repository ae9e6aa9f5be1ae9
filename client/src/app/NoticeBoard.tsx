import { Portal } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { moveClear, onNewScreen } from "@/lib/clearPlace";
import { count } from "@/lib/format";
import { isOverlayOpen } from "@/lib/overlays";
import type { NoticeBoard as Board } from "@/trade/notices/noticeBoard";
import css from "./NoticeBoard.module.css";
import { NOTICE_KEY, NoticeToast } from "./NoticeToast";

const MESSAGES = ["новое сообщение", "новых сообщения", "новых сообщений"] as const;

interface NoticeBoardProps {
  board: Board;
  onGone: (id: number) => void;
  onDismiss: () => void;
}

/** The user's notices, the newest few of them. */
export function NoticeBoard(props: NoticeBoardProps) {
  return (
    <Portal>
      <Notices {...props} />
    </Portal>
  );
}

function Notices({ board, onGone, onDismiss }: NoticeBoardProps) {
  const waiting = board.waiting.length;
  const section = useRef<HTMLElement>(null);
  const place = useEffectEvent(() => {
    if (!section.current) return;
    // For as long as the dialog is open: if it grew back, its buttons would move under the finger.
    for (const dialog of document.querySelectorAll(".mantine-Modal-content")) {
      dialog.toggleAttribute("data-below-notice", true);
    }
    moveClear(section.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on what is shown
  useLayoutEffect(() => place(), [board]);
  useEffect(() => onNewScreen(() => place()), []);
  // Notices come last in the tab order, too far away to reach within their five seconds.
  useWindowEvent("keydown", (event) => {
    const { code, repeat, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (code !== "KeyN" || !altKey || ctrlKey || metaKey || shiftKey || repeat || isOverlayOpen()) return;
    event.preventDefault();
    const notices = section.current?.querySelectorAll('[role="alert"]');
    notices?.[notices.length - 1]?.querySelector<HTMLElement>("button, a")?.focus();
  });
  return (
    <section ref={section} className={css.board} aria-label="Сообщения" aria-keyshortcuts={NOTICE_KEY}>
      {board.shown.map((notice) => (
        <NoticeToast key={notice.id} notice={notice} onGone={() => onGone(notice.id)} />
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
  );
}
