import type { ArtistSale } from "@/lib/api/types";
import { moscowDay } from "@/lib/format";

/** What the works of one year sold for. */
export interface YearOfSales {
  year: number;
  median: number;
  sales: number;
}

/** An artist's sales in one currency. */
export interface Prices {
  currency: number;
  /** Oldest first. */
  sales: readonly ArtistSale[];
  /** Years with sales, oldest first. */
  years: readonly YearOfSales[];
  best: ArtistSale;
  /** The median over a year up to the latest sale. */
  latestMedian: number;
  /** Sales in other currencies, which the figures leave out. */
  others: number;
}

const YEAR_MS = 365.25 * 24 * 3_600_000;

/** The middle value; of two, their mean in whole units. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] ?? upper) + upper) / 2);
}

function grouped<K, T>(items: readonly T[], keyOf: (item: T) => K): [K, T[]][] {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups];
}

/** The prices in the currency with most sales. Null without sales. */
export function pricesOf(all: readonly ArtistSale[]): Prices | null {
  const [most] = grouped(all, ({ currency }) => currency).toSorted(([, a], [, b]) => b.length - a.length);
  if (!most) return null;
  const [currency, unsorted] = most;
  const sales = unsorted.toSorted((a, b) => Date.parse(a.soldAt) - Date.parse(b.soldAt));
  const best = sales.reduce((dearest, sale) => (sale.price > dearest.price ? sale : dearest));
  const years = grouped(sales, ({ soldAt }) => moscowDay(soldAt).year).map(([year, of]) => ({
    year,
    median: medianOf(of.map(({ price }) => price)),
    sales: of.length,
  }));
  const end = Date.parse(sales.at(-1)?.soldAt ?? "");
  const lately = sales.filter(({ soldAt }) => Date.parse(soldAt) > end - YEAR_MS);
  return {
    currency,
    sales,
    years,
    best,
    latestMedian: medianOf(lately.map(({ price }) => price)),
    others: all.length - sales.length,
  };
}

/** A median of fewer sales says little. */
const ENOUGH = 3;

/** How the yearly median moved between the first and the last year with enough sales. Null without two such years. */
export function trendOf(years: readonly YearOfSales[]): { from: YearOfSales; to: YearOfSales } | null {
  const enough = years.filter(({ sales }) => sales >= ENOUGH);
  const [from, to] = [enough[0], enough.at(-1)];
  return from && to && from !== to ? { from, to } : null;
}

/** Round prices from 0 to the first one not below `highest`, four or five of them. */
export function gridOf(highest: number): number[] {
  const rough = Math.max(1, highest / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((n) => n * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, i) => i * step);
}
