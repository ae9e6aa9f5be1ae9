import { Tabs } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { useOverlay } from "@/lib/useOverlay";
import css from "./room.module.css";

const TABS = { chat: "Чат", bets: "Ставки", lots: "Лоты" } as const;

export type RoomTab = keyof typeof TABS;

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
  return (
    <section className={css.overlay} aria-label="Чат, ставки и лоты" ref={panel} onKeyDown={keys}>
      <Tabs
        value={tab}
        onChange={(next) => onTab(next as RoomTab)}
        classNames={{ root: css.overlayTabs, list: css.overlayHead, panel: css.overlayBody }}
      >
        <Tabs.List aria-label="Что показать">
          {Object.entries(TABS).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={css.overlayClose}>
          <IconButton icon="x" label="Закрыть" onClick={onClose} />
        </div>
        <Tabs.Panel value={tab}>{contents[tab]}</Tabs.Panel>
      </Tabs>
    </section>
  );
}
