import { useSyncExternalStore } from "react";

interface Pending {
  /** What it acts on. */
  keys: readonly string[];
  commit: (leaving: boolean) => Promise<unknown>;
  timer: ReturnType<typeof setTimeout>;
  sent: boolean;
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
  pending.set(id, { ...act, timer: setTimeout(() => sendAct(id), wait), sent: false });
  changed();
}

/** Sends an act now. It stays pending until the server has answered, so that its row does not flash back. */
function sendAct(id: string, leaving = false): void {
  const act = pending.get(id);
  if (!act || act.sent) return;
  act.sent = true;
  clearTimeout(act.timer);
  void act.commit(leaving).finally(() => {
    pending.delete(id);
    changed();
  });
}

/** Takes an act back before it is sent; false when it is too late. */
export function dropAct(id: string): boolean {
  const act = pending.get(id);
  if (!act || act.sent) return false;
  clearTimeout(act.timer);
  pending.delete(id);
  changed();
  return true;
}

// Leaving the site sends at once what waits.
window.addEventListener("pagehide", () => {
  for (const id of [...pending.keys()]) sendAct(id, true);
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
