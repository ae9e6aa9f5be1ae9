import { useSyncExternalStore } from "react";

/**
 * The server's clock. Every answer carries `server_time_ts`. The offset between the device's clock and the server's
 * comes from the recent answer with the shortest round trip, because its error is at most half of it.
 */
interface Sample {
  offset: number;
  roundTrip: number;
  at: number;
}

/** After this long any sample replaces the best one: device clocks drift, and laptops sleep. */
const SAMPLE_LIFE_MS = 60_000;

let best: Sample | null = null;

function monotonic(): number {
  return performance.now();
}

/** Records an answer's server time. `sentAt` and `receivedAt` come from `Date.now()`. */
export function observeServerTime(serverTs: number, sentAt: number, receivedAt: number): void {
  if (!Number.isFinite(serverTs) || receivedAt < sentAt) return;
  const roundTrip = receivedAt - sentAt;
  const fresh = best !== null && monotonic() - best.at < SAMPLE_LIFE_MS;
  // A jump that no round trip explains means that the device's clock was set: the old sample is void.
  const offset = serverTs - (sentAt + roundTrip / 2);
  const jumped = best !== null && Math.abs(offset - best.offset) > 1000 + roundTrip + best.roundTrip;
  if (best && fresh && !jumped && best.roundTrip <= roundTrip) return;
  best = { offset, roundTrip, at: monotonic() };
}

/** The server's time now, in Unix ms. */
export function serverNow(): number {
  return Date.now() + (best?.offset ?? 0);
}

/** Forgets all samples; for tests. */
export function resetServerClock(): void {
  best = null;
}

/** One timer per interval, shared by its listeners. It fires on the server's whole intervals. */
class Ticker {
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private value: number;

  constructor(private readonly interval: number) {
    this.value = this.current();
  }

  /** Bound once, so that React does not resubscribe on every render. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) this.arm();
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) clearTimeout(this.timer);
    };
  };

  readonly snapshot = (): number => {
    if (this.listeners.size === 0) this.value = this.current();
    return this.value;
  };

  private current(): number {
    return Math.floor(serverNow() / this.interval) * this.interval;
  }

  private arm(): void {
    const wait = this.interval - (serverNow() % this.interval);
    this.timer = setTimeout(() => {
      this.value = this.current();
      for (const listener of this.listeners) listener();
      if (this.listeners.size > 0) this.arm();
    }, wait);
  }
}

const tickers = new Map<number, Ticker>();

function ticker(interval: number): Ticker {
  const found = tickers.get(interval) ?? new Ticker(interval);
  tickers.set(interval, found);
  return found;
}

/** The server's time in ms, rounded down to whole intervals and updated at each of them. */
export function useServerNow(interval = 1000): number {
  const { subscribe, snapshot } = ticker(interval);
  return useSyncExternalStore(subscribe, snapshot);
}
