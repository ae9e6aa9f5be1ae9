import type { LotShort } from "@/lib/api/types";
import { CatalogState, CatalogType, LotState } from "@/trade/enums";
import { allInText } from "@/trade/rules/commission";

/** A classic sale opens its room this long before its start. */
export const START_GAP_MS = 900_000;

interface CatalogFacts {
  catalogType: number | null;
  state: number | null;
  startDate: string | null;
}

export const isFinished = (state: number | null) =>
  state === CatalogState.Completed || state === CatalogState.Canceled;

export const isRunning = (state: number | null) =>
  state === CatalogState.InProcess || state === CatalogState.WaitForEnd;

/** Whether a sale is live at `now` (server ms): it runs, or it is classic and starts within the start gap. */
export function isLive(catalog: CatalogFacts, now: number): boolean {
  if (isRunning(catalog.state)) return true;
  if (catalog.catalogType !== CatalogType.Classic || catalog.state !== CatalogState.Scheduled) return false;
  return catalog.startDate !== null && Date.parse(catalog.startDate) - now <= START_GAP_MS;
}

export const isInTrade = (lot: Pick<LotShort, "state" | "isBiddingOver">) =>
  lot.state === LotState.InProcess && !lot.isBiddingOver;

/** Whether bidding on the lot has ended. */
export const isEnded = (lot: Pick<LotShort, "state" | "isBiddingOver">): boolean =>
  lot.isBiddingOver || lot.state === LotState.NotSold || isSold(lot);

/** Whether the auctioneer paused the sale while this lot is in trade: no bets, no clock; absentee orders go on. */
export const isPaused = (lot: Pick<LotShort, "state" | "isBiddingOver" | "catalogPausedAt">) =>
  lot.catalogPausedAt !== null && isInTrade(lot);

export const isSold = (lot: Pick<LotShort, "state">) =>
  lot.state === LotState.Sold || lot.state === LotState.Paid;

/** Whether the lot is sold without bidding: in a gallery or a post-auction. */
export const isOffer = (lot: Pick<LotShort, "catalogType">) =>
  lot.catalogType === CatalogType.Gallery || lot.catalogType === CatalogType.PostAuction;

export interface ShownPrice {
  label: "Текущая ставка" | "Цена продажи" | "Последняя ставка" | "Эстимейт" | "Стартовая цена" | "Цена";
  /** null: «по запросу». */
  from: number | null;
  /** Upper end of an estimate. */
  to: number | null;
}

/** The price a lot shows: sold, current, the estimate before the first bet, or the asking price of an offer. */
export function shownPrice(
  lot: Pick<LotShort, "price" | "state" | "isBiddingOver" | "catalogType">,
): ShownPrice {
  const { value, start, estimatedFrom, estimatedTo } = lot.price;
  if (isOffer(lot)) return { label: "Цена", from: start > 0 ? start : null, to: null };
  if (value !== null) {
    if (isSold(lot)) return { label: "Цена продажи", from: value, to: null };
    return { label: lot.isBiddingOver ? "Последняя ставка" : "Текущая ставка", from: value, to: null };
  }
  const from = estimatedFrom ?? estimatedTo;
  if (from !== null) return { label: "Эстимейт", from, to: estimatedTo !== from ? estimatedTo : null };
  return { label: "Стартовая цена", from: start, to: null };
}

/** «с комиссией 120 000 ₽» for the price that a lot shows; null for an estimate, which nobody pays. */
export function shownAllIn(
  lot: Pick<LotShort, "price" | "state" | "isBiddingOver" | "catalogType" | "commission">,
): string | null {
  const { label, from } = shownPrice(lot);
  return from === null || label === "Эстимейт" ? null : allInText(from, lot.commission, lot.price.currency);
}

/** The end of a lot's countdown, or null if it has none. */
export function lotEnd(lot: LotShort): number | null {
  if (lot.isBiddingOver || isFinished(lot.catalogState) || isOffer(lot) || isPaused(lot)) return null;
  if (lot.endTradeTime) return Date.parse(lot.endTradeTime);
  if (lot.catalogType === CatalogType.Parallel && isRunning(lot.catalogState) && lot.catalogEndDate) {
    return Date.parse(lot.catalogEndDate);
  }
  return null;
}
