import type { LotCounts } from "@/lib/api/types";

/** Steps of prices to a power of ten, as the server cuts them. */
const STEPS = 8;

/** A bar of the histogram. */
export interface Bar {
  /** The lowest price of the step. */
  from: number;
  /** The highest price of the step. */
  to: number;
  count: number;
}

const begins = (step: number) => Math.ceil(10 ** (step / STEPS) - 1e-6);
const stepOf = (price: number) => Math.floor(STEPS * Math.log10(price) + 1e-9);

/** The steps from the lowest to the highest counted price, those without lots included. */
export function barsOf(prices: LotCounts["prices"]): Bar[] {
  const [first, last] = [prices[0], prices.at(-1)];
  if (!first || !last) return [];
  const counts = new Map(prices.map(({ from, count }) => [stepOf(from), count]));
  const [lowest, highest] = [stepOf(first.from), stepOf(last.from)];
  const bars = Array.from({ length: highest - lowest + 1 }, (_, place) => {
    const step = lowest + place;
    return { from: begins(step), to: begins(step + 1) - 1, count: counts.get(step) ?? 0 };
  });
  // The lowest steps are narrower than a ruble, and some have no whole price in them.
  return bars.filter(({ from, to }) => from <= to);
}

/** The price rounded to two digits: 1 334 to 1 300 or 1 400. */
function roundly(price: number, round: (price: number) => number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(price)) - 1);
  return round(price / unit) * unit;
}

/** The stops of a slider over the bars: before each bar and after the last. */
export interface Stops {
  /** For each stop, the lowest price above it, rounded down so that the range includes the chosen bars. */
  from: number[];
  /** For each stop, the highest price below it, rounded up. */
  to: number[];
}

export function stopsOf(bars: readonly Bar[]): Stops {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return { from: [], to: [] };
  const from = bars.map((bar) => roundly(bar.from, Math.floor));
  const to = bars.map((bar) => roundly(bar.to, Math.ceil));
  return { from: [...from, last.to], to: [first.from, ...to] };
}

/** The last stop not above a price. */
export const stopAt = (prices: readonly number[], price: number): number =>
  Math.max(
    0,
    prices.findLastIndex((stop) => stop <= price),
  );
