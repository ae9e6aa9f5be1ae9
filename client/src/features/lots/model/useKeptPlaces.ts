import { useState } from "react";
import type { LotShort } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { closesAt } from "@/trade/rules/deal";
import type { LotList } from "./useLotList";

/**
 * The lots of a list in the order in which they were first shown: one that ended and no longer belongs keeps its place, and
 * one that came goes last. A card that moved while someone reaches for it would be the wrong one.
 */
export function keepPlaces(
  before: readonly LotShort[],
  found: readonly LotShort[],
  hasEnded: (lot: LotShort) => boolean,
): LotShort[] {
  const byId = new Map(found.map((lot) => [lot.id, lot]));
  const kept = before.flatMap((lot) => {
    const now = byId.get(lot.id);
    byId.delete(lot.id);
    return now ?? (hasEnded(lot) ? { ...lot, isBiddingOver: true } : []);
  });
  return [...kept, ...byId.values()];
}

/**
 * The found lots in their places while the same page of the same search is open. `show`: a lot as its room has it; without a
 * room only the clock tells that a lot has ended.
 */
export function useKeptPlaces(
  { list, search, filter: { page, pageSize } }: Pick<LotList, "list" | "search" | "filter">,
  show: (lot: LotShort) => LotShort = (lot) => lot,
): readonly LotShort[] | undefined {
  const { data, isPlaceholderData } = list;
  const of = JSON.stringify([search, page, pageSize]);
  const [shown, setShown] = useState<{ of: string; found: typeof data; lots: LotShort[] } | null>(null);
  if (data && !isPlaceholderData && data !== shown?.found) {
    const hasEnded = (lot: LotShort) => {
      const shown = show(lot);
      const end = closesAt(shown);
      return shown.isBiddingOver || (end !== null && end <= serverNow());
    };
    const before = shown?.of === of ? shown.lots : [];
    setShown({ of, found: data, lots: keepPlaces(before, data.items, hasEnded) });
  }
  // The lots of the page before stay, dimmed, while the next one loads.
  return data && shown?.lots;
}
