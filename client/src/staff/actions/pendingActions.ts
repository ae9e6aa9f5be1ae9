import { useSyncExternalStore } from "react";
import { beforeLogout } from "@/lib/auth/farewell";

interface Pending {
  /** What it acts on. */
  keys: readonly string[];
  commit: (leaving: boolean) => Promise<unknown>;
  timer: ReturnType<typeof setTimeout>;
  /** The server's answer, once the action is sent. */
  sent: Promise<unknown> | null;
}

/** By the action's id. */
const pending = new Map<string, Pending>();
const listeners = new Set<() => void>();
let keys: ReadonlySet<string> = new Set();

function changed(): void {
  keys = new Set([...pending.values()].flatMap((action) => action.keys));
  for (const listener of listeners) listener();
}

/** Starts the wait before an action is sent. */
export function holdAction(
  id: string,
  { wait, ...action }: Pick<Pending, "keys" | "commit"> & { wait: number },
): void {
  pending.set(id, { ...action, timer: setTimeout(() => void sendAction(id), wait), sent: null });
  changed();
}

/** Sends an action now. It stays pending until the server has answered, so that its row does not flash back. */
function sendAction(id: string, leaving = false): Promise<unknown> {
  const action = pending.get(id);
  if (!action) return Promise.resolve();
  if (!action.sent) {
    clearTimeout(action.timer);
    action.sent = action.commit(leaving).finally(() => {
      pending.delete(id);
      changed();
    });
  }
  return action.sent;
}

const sendAll = (leaving: boolean) => Promise.all([...pending.keys()].map((id) => sendAction(id, leaving)));

/** Takes an action back before it is sent; false when it is too late. */
export function dropAction(id: string): boolean {
  const action = pending.get(id);
  if (!action || action.sent) return false;
  clearTimeout(action.timer);
  pending.delete(id);
  changed();
  return true;
}

// Leaving the site, or logging out, sends at once what waits.
window.addEventListener("pagehide", () => void sendAll(true));
beforeLogout(() => sendAll(false));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The keys of actions that wait or are being sent, so that lists leave out what is already decided. */
export function usePendingActions(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => keys);
}
