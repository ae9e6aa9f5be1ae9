import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { useOverlay } from "@/lib/useOverlay";
import tabs from "./RoomTabs.module.css";
import css from "./room.module.css";

const TABS = { chat: "Чат", bets: "Ставки", lots: "Лоты" } as const;

export type RoomTab = keyof typeof TABS;

const NAMES = Object.keys(TABS) as RoomTab[];

/** Which tab a key leads to, from the one at `at`. */
function goal(key: string, at: number): number {
  const count = NAMES.length;
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : -1;
}

interface RoomPanelProps {
  tab: RoomTab;
  onTab: (tab: RoomTab) => void;
  onClose: () => void;
  contents: Record<RoomTab, ReactNode>;
}

/**
 * Chat, bets and lots on a phone, over the picture only. It is not a dialog, because the viewer may bid while it is
 * open.
 */
export function RoomPanel({ tab, onTab, onClose, contents }: RoomPanelProps) {
  const id = useId();
  useOverlay(true, onClose);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current
      ?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")
      ?.focus({ preventScroll: true });
  }, []);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  const walk = (event: KeyboardEvent) => {
    const name = NAMES[goal(event.key, NAMES.indexOf(tab))];
    if (name === undefined) return;
    event.preventDefault();
    onTab(name);
    document.getElementById(`${id}-${name}`)?.focus();
  };
  return (
    <section className={css.overlay} aria-label="Чат, ставки и лоты" ref={panel} onKeyDown={keys}>
      <div className={css.overlayTabs}>
        <div
          role="tablist"
          className={`${tabs.list} ${css.overlayHead}`}
          aria-label="Что показать"
          onKeyDown={walk}
        >
          {NAMES.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              className={tabs.tab}
              aria-selected={name === tab}
              aria-controls={name === tab ? id : undefined}
              tabIndex={name === tab ? 0 : -1}
              onClick={() => onTab(name)}
            >
              {TABS[name]}
            </button>
          ))}
        </div>
        <div className={css.overlayClose}>
          <IconButton icon="x" label="Закрыть" onClick={onClose} />
        </div>
        <div role="tabpanel" id={id} className={css.overlayBody} aria-labelledby={`${id}-${tab}`}>
          {contents[tab]}
        </div>
      </div>
    </section>
  );
}
