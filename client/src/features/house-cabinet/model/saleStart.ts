import type { Catalog } from "@/lib/api/types";
import { dayMonthTime } from "@/lib/format";

/** A sale starts at most this long before its date. */
const EARLY_MS = 15 * 60_000;

export interface SaleStart {
  isTooEarly: boolean;
  /** «Торги начнутся сами 12 мая, 18:00.», or null. */
  startsItself: string | null;
}

/** What can be said about the start of a catalog's sale at `now`, server time in ms. */
export function saleStartOf(
  { startDate, isAutoStart }: Pick<Catalog, "startDate" | "isAutoStart">,
  now: number,
): SaleStart {
  if (startDate === null) return { isTooEarly: false, startsItself: null };
  const start = Date.parse(startDate);
  return {
    isTooEarly: now < start - EARLY_MS,
    // A start that was due and missed is not tried again.
    startsItself: isAutoStart && now < start ? `Торги начнутся сами ${dayMonthTime(startDate)}.` : null,
  };
}
