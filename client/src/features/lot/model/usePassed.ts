import { useCallback, useSyncExternalStore } from "react";
import { serverNow } from "@/lib/clock";

/** The check interval of a lot's end. */
const TICK_MS = 500;

const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
};

/** Whether an instant (Unix ms) has passed by the server's clock. Rerenders only when it does. */
export function usePassed(at: number | null): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => at !== null && serverNow() >= at, [at]),
  );
}
