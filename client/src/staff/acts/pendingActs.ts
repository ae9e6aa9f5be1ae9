import { useSyncExternalStore } from "react";
import { beforeLogout } from "@/lib/auth/farewell";

interface Pending {
  /** What it acts on. */
  keys: readonly string[];
  commit: (leaving: boolean) => Promise<unknown>;
  timer: ReturnType<typeof setTimeout>;
  /** The server's answer, once the act is sent. */
  sent: Promise<unknown> | null;
}

/** By the act's id. */
const pending = new Map<string, Pending>();
const listeners = new Set<() => void>();
let keys: ReadonlySet<string> = new Set();

function changed(): void {
  keys = new Set([...pending.values()].flatMap((act) => act.keys));
  for (const listener of listeners) listener();
}

/** Starts the wait before an act is sent. */
export function holdAct(
  id: string,
  { wait, ...act }: Pick<Pending, "keys" | "commit"> & { wait: number },
): void {
  pending.set(id, { ...act, timer: setTimeout(() => void sendAct(id), wait), sent: null });
  changed();
}

/** Sends an act now. It stays pending until the server has answered, so that its row does not flash back. */
function sendAct(id: string, leaving = false): Promise<unknown> {
  const act = pending.get(id);
  if (!act) return Promise.resolve();
  if (!act.sent) {
    clearTimeout(act.timer);
    act.sent = act.commit(leaving).finally(() => {
      pending.delete(id);
      changed();
    });
  }
  return act.sent;
}

const sendAll = (leaving: boolean) => Promise.all([...pending.keys()].map((id) => sendAct(id, leaving)));

/** Takes an act back before it is sent; false when it is too late. */
export function dropAct(id: string): boolean {
  const act = pending.get(id);
  if (!act || act.sent) return false;
  clearTimeout(act.timer);
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

/** The keys of acts that wait or are being sent, so that lists leave out what is already decided. */
export function usePendingActs(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => keys);
}
