import { useSyncExternalStore } from "react";

/**
 * The server's clock. Every answer carries `server_time_ts`; the offset between the device's clock and the
 * server's is taken from the answer with the shortest round trip lately, since its error is at most half of it.
 */
interface Sample {
  offset: number;
  roundTrip: number;
  at: number;
}

/** After this long a worse sample replaces the best one: device clocks drift, and laptops sleep. */
const SAMPLE_LIFE_MS = 60_000;

let best: Sample | null = null;

function monotonic(): number {
  return performance.now();
}

/** Takes an answer's server time in: `sentAt` and `receivedAt` are of `Date.now()`. */
export function observeServerTime(serverTs: number, sentAt: number, receivedAt: number): void {
  if (!Number.isFinite(serverTs) || receivedAt < sentAt) return;
  const roundTrip = receivedAt - sentAt;
  const fresh = best !== null && monotonic() - best.at < SAMPLE_LIFE_MS;
  // A device clock that was set anew shows as a jump no round trip explains: the old sample is void.
  const offset = serverTs - (sentAt + roundTrip / 2);
  const jumped = best !== null && Math.abs(offset - best.offset) > 1000 + roundTrip + best.roundTrip;
  if (best && fresh && !jumped && best.roundTrip <= roundTrip) return;
  best = { offset, roundTrip, at: monotonic() };
}

/** The server's time now, in Unix ms. */
export function serverNow(): number {
  return Date.now() + (best?.offset ?? 0);
}

/** Forgets what was measured; for tests. */
export function resetServerClock(): void {
  best = null;
}

interface Ticker {
  listeners: Set<() => void>;
  timer: ReturnType<typeof setTimeout> | undefined;
  value: number;
}

const tickers = new Map<number, Ticker>();

/** One timer for all who watch the same interval; it fires on the server's whole seconds. */
function ticker(interval: number): Ticker {
  let found = tickers.get(interval);
  if (!found) {
    found = { listeners: new Set(), timer: undefined, value: serverNow() };
    tickers.set(interval, found);
  }
  return found;
}

function arm(t: Ticker, interval: number): void {
  const wait = interval - (serverNow() % interval);
  t.timer = setTimeout(() => {
    t.value = serverNow();
    for (const listener of t.listeners) listener();
    if (t.listeners.size > 0) arm(t, interval);
  }, wait);
}

/** The server's time in ms, renewed at every full `interval` of the server's clock. */
export function useServerNow(interval = 1000): number {
  const t = ticker(interval);
  return useSyncExternalStore(
    (listener) => {
      if (t.listeners.size === 0) {
        t.value = serverNow();
        arm(t, interval);
      }
      t.listeners.add(listener);
      return () => {
        t.listeners.delete(listener);
        if (t.listeners.size === 0) clearTimeout(t.timer);
      };
    },
    () => (t.listeners.size === 0 ? Math.floor(serverNow() / interval) * interval : t.value),
  );
}
