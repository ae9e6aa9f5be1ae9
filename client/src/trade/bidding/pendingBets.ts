import { useCallback, useSyncExternalStore } from "react";

/** Bets on their way to the server, by lot. The page shows them as «отправляется», never as leading. */
const pending = new Map<number, number>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

export function betSent(lotId: number, value: number): void {
  pending.set(lotId, value);
  changed();
}

export function betSettled(lotId: number): void {
  if (pending.delete(lotId)) changed();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The amount of the bet on this lot that awaits its answer, or null. */
export function usePendingBet(lotId: number): number | null {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => pending.get(lotId) ?? null, [lotId]),
  );
}
