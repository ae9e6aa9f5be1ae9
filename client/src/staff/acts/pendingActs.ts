import { useSyncExternalStore } from "react";

interface Pending {
  key: string;
  commit: (leaving: boolean) => Promise<unknown>;
  timer: ReturnType<typeof setTimeout>;
}

const pending = new Map<string, Pending>();
const listeners = new Set<() => void>();
let keys: ReadonlySet<string> = new Set();

function changed(): void {
  keys = new Set(pending.keys());
  for (const listener of listeners) listener();
}

/** Starts the wait before an act is sent. A second act under the same key replaces the first. */
export function holdAct(key: string, wait: number, commit: Pending["commit"]): void {
  dropAct(key);
  pending.set(key, { key, commit, timer: setTimeout(() => sendAct(key), wait) });
  changed();
}

/** Sends an act now. It stays pending until the server has answered, so that its row does not flash back. */
export function sendAct(key: string, leaving = false): void {
  const act = pending.get(key);
  if (!act) return;
  clearTimeout(act.timer);
  void act.commit(leaving).finally(() => {
    if (pending.get(key) === act) {
      pending.delete(key);
      changed();
    }
  });
}

/** Takes an act back before it is sent. */
export function dropAct(key: string): void {
  const act = pending.get(key);
  if (!act) return;
  clearTimeout(act.timer);
  pending.delete(key);
  changed();
}

// Leaving the site sends at once what waits.
window.addEventListener("pagehide", () => {
  for (const key of [...pending.keys()]) sendAct(key, true);
});

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
