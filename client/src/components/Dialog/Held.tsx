import { createContext, type ReactNode, use, useEffect, useRef } from "react";

/** Whether the dialog around is open. One that closes stays in sight for a moment. */
export const OpenedContext = createContext(true);

/**
 * What a dialog shows; while it closes, what it showed last, so that the outcome of what was done in it does not change
 * its words. Each part of a dialog that reads a state returns its own, as a state changes below a parent that is held.
 */
export function Held({ children }: { children: ReactNode }) {
  const opened = use(OpenedContext);
  const shown = useRef<ReactNode>(null);
  useEffect(() => {
    if (opened) shown.current = children;
  });
  return opened ? children : (shown.current ?? children);
}
