import type { LotShort } from "@/lib/api/types";
import { isSold } from "./trading";

/** What the sale has brought so far. */
export interface Tally {
  sold: number;
  /** Lots whose hammer has fallen. */
  over: number;
  all: number;
  sum: number;
  /** Of the lots that are over, in whole per cent; null before the first. */
  share: number | null;
  perHour: number | null;
  /** When the last lot would be over at this pace, server time in ms. */
  end: number | null;
}

/** The pace is measured over the last lots: star lots take longer than small ones. */
const LAST_LOTS = 30;
/** Minimum number of lots for a pace. */
const FEWEST = 3;
/** No auctioneer sells a lot in less: lots this fast were passed over, and say nothing of those to come. */
const FASTEST_MS = 5_000;
const HOUR_MS = 3_600_000;

/** Lots without times, entered before the room existed, are ignored for the pace. */
export function tallyOf(lots: readonly LotShort[], now: number): Tally {
  const over = lots.filter((lot) => lot.isBiddingOver);
  const sold = over.filter(isSold);
  const timed = over
    .flatMap(({ startTradeTime, endTradeTime }) =>
      startTradeTime && endTradeTime
        ? [{ opened: Date.parse(startTradeTime), closed: Date.parse(endTradeTime) }]
        : [],
    )
    .sort((a, b) => a.closed - b.closed)
    .slice(-LAST_LOTS);
  const span =
    Math.max(...timed.map(({ closed }) => closed)) - Math.min(...timed.map(({ opened }) => opened));
  const mean = span / timed.length;
  const pace = timed.length >= FEWEST && mean >= FASTEST_MS ? mean : null;
  const left = lots.length - over.length;
  return {
    sold: sold.length,
    over: over.length,
    all: lots.length,
    sum: sold.reduce((sum, lot) => sum + (lot.price.value ?? 0), 0),
    share: over.length === 0 ? null : Math.round((sold.length / over.length) * 100),
    perHour: pace === null ? null : Math.round(HOUR_MS / pace),
    end: pace === null || left === 0 ? null : now + left * pace,
  };
}
