import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { isSamePage, openOverlay } from "./overlays";

/** The element a dialog is opened from. A menu's entry is about to disappear, so the menu's button takes its place. */
function openerOf(active: Element | null): HTMLElement | null {
  const label = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const element = label ? document.getElementById(label) : active;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

function giveBack(opener: HTMLElement | null): void {
  const active = document.activeElement;
  // Something else may have taken the focus since; it keeps it.
  if (active && active !== document.body && !active.closest("[role=dialog]")) return;
  const usable = opener?.isConnected && !opener.matches(":disabled");
  const target = usable ? opener : document.getElementById("main");
  target?.focus({ preventScroll: true });
}

/** What an overlay was opened from. */
interface Opening {
  opener: HTMLElement | null;
}

/**
 * The common behaviour of dialogs, drawers and panels: Back and navigation close them, and the focus returns to the
 * opener. Mantine returns the focus only for dialogs that were mounted closed.
 */
export function useOverlay(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  const { pathname } = useLocation();
  const [opening, setOpening] = useState<Opening | null>(null);
  const [page, setPage] = useState(pathname);
  // Read while rendering: the dialog's own effects move the focus before the ones here run.
  if (opened && opening === null) {
    setOpening({ opener: openerOf(document.activeElement) });
    setPage(pathname);
  }
  if (!opened && opening !== null) setOpening(null);

  useEffect(() => {
    if (!opening) return;
    const remove = openOverlay(() => close());
    return () => {
      remove();
      // Waits until the dialog is gone: its focus trap would take the focus back.
      setTimeout(() => giveBack(opening.opener), 0);
    };
  }, [opening]);

  useEffect(() => {
    if (!opening || pathname === page) return;
    if (isSamePage(page, pathname)) setPage(pathname);
    else close();
  }, [opening, pathname, page]);
}
