import { useCallback, useSyncExternalStore } from "react";
import { serverNow } from "@/lib/clock";

/** How often a lot's end is looked at. */
const TICK_MS = 500;

const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
};

/** Whether an instant (Unix ms) has come by the server's clock; renders again only when it does. */
export function usePassed(at: number | null): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => at !== null && serverNow() >= at, [at]),
  );
}
