import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { openOverlay } from "./overlays";
import { useLatest } from "./useLatest";

/** What a dialog is opened from; an entry of a menu is gone by then, its menu's button is not. */
function openerOf(active: Element | null): HTMLElement | null {
  const label = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const element = label ? document.getElementById(label) : active;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

function giveBack(opener: HTMLElement | null): void {
  const active = document.activeElement;
  // Whoever has taken the focus in the meantime keeps it.
  if (active && active !== document.body && !active.closest("[role=dialog]")) return;
  const usable = opener?.isConnected && !opener.matches(":disabled");
  const target = usable ? opener : document.getElementById("main");
  target?.focus({ preventScroll: true });
}

/**
 * What every dialog, drawer and panel has in common: the browser's Back closes it, so does going to another page, and
 * the focus returns to where it came from. Mantine does the last only for dialogs that were mounted closed.
 */
export function useOverlay(opened: boolean, onClose: () => void): void {
  const close = useLatest(onClose);
  const { pathname } = useLocation();
  const opener = useRef<HTMLElement | null>(null);
  const wasOpened = useRef(false);
  const openedAt = useRef(pathname);
  // While rendering: the dialog's own effects move the focus before ours are run.
  if (opened && !wasOpened.current) {
    opener.current = openerOf(document.activeElement);
    openedAt.current = pathname;
  }
  wasOpened.current = opened;

  useEffect(() => {
    if (!opened) return;
    const remove = openOverlay(() => close.current());
    return () => {
      remove();
      // Once the dialog has left: until then its trap would take the focus back.
      setTimeout(() => giveBack(opener.current), 0);
    };
  }, [opened, close]);

  useEffect(() => {
    if (opened && pathname !== openedAt.current) close.current();
  }, [opened, pathname, close]);
}
