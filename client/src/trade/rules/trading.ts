import type { LotShort, User } from "@/lib/api/types";
import { CalculationType, CatalogState, CatalogType, LotState } from "@/lib/enums";

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

/**
 * Whether a sale is live at `now` (server ms): running, or a classic one that is scheduled and starts within
 * the start gap.
 */
export function isLive(catalog: CatalogFacts, now: number): boolean {
  if (isRunning(catalog.state)) return true;
  if (catalog.catalogType !== CatalogType.Classic || catalog.state !== CatalogState.Scheduled) return false;
  return catalog.startDate !== null && Date.parse(catalog.startDate) - now <= START_GAP_MS;
}

/** In trade: InProcess with its bidding not over. */
export const isInTrade = (lot: Pick<LotShort, "state" | "isBiddingOver">) =>
  lot.state === LotState.InProcess && !lot.isBiddingOver;

export const isSold = (lot: Pick<LotShort, "state">) =>
  lot.state === LotState.Sold || lot.state === LotState.Paid;

/** Lots of galleries and post-auctions are asked for, not bid on. */
export const isOffer = (lot: Pick<LotShort, "catalogType">) =>
  lot.catalogType === CatalogType.Gallery || lot.catalogType === CatalogType.PostAuction;

/** What may be done with a lot now. */
export type LotAction =
  | "none"
  | "over"
  | "request"
  | "room"
  | "bet"
  | "prebet"
  | "absentee"
  | "raiseAbsentee";

export const lotActionLabel: Record<Exclude<LotAction, "none">, string> = {
  over: "ТОРГИ ЗАВЕРШЕНЫ",
  request: "ЗАПРОСИТЬ НАЛИЧИЕ И СТОИМОСТЬ",
  room: "ПЕРЕЙТИ В АУКЦИОН",
  bet: "СДЕЛАТЬ СТАВКУ",
  prebet: "СДЕЛАТЬ СТАВКУ",
  absentee: "СДЕЛАТЬ ЗАОЧНУЮ СТАВКУ",
  raiseAbsentee: "УВЕЛИЧИТЬ ЗАОЧНУЮ СТАВКУ",
};

interface ActionFacts {
  /** Server time in ms. */
  now: number;
  user: Pick<User, "id" | "trustedInHouseIds"> | null;
  /** Of the lot's catalog; unknown on cards, where a parallel sale counts as by-catalog-type. */
  calculationType?: number;
}

/** The specification's bid button (its section 4): which act the lot offers to this person now. */
export function lotAction(lot: LotShort, { now, user, calculationType }: ActionFacts): LotAction {
  if (isOffer(lot)) return isSold(lot) ? "over" : "request";
  if (lot.catalogType === null || lot.catalogState === CatalogState.Temporary) return "none";
  if (lot.isBiddingOver || isFinished(lot.catalogState) || isSold(lot)) return "over";

  const classic = lot.catalogType === CatalogType.Classic;
  const end = lot.endTradeTime ?? (classic ? null : lot.catalogEndDate);
  if (!classic && end !== null && Date.parse(end) <= now) return "over";

  const trusted = user?.trustedInHouseIds.includes(lot.houseId) ?? false;
  const leading = user !== null && lot.leadingBet?.userId === user.id;

  if (isRunning(lot.catalogState)) {
    if (lot.state !== LotState.InProcess) return classic ? "room" : "over";
    return leading && trusted ? "raiseAbsentee" : "bet";
  }
  if (trusted) return leading ? "raiseAbsentee" : "absentee";
  const byCatalogType = (calculationType ?? CalculationType.ByCatalogType) === CalculationType.ByCatalogType;
  return classic || !byCatalogType ? "prebet" : "none";
}

export interface ShownPrice {
  label: "Текущая ставка" | "Цена продажи" | "Последняя ставка" | "Эстимейт" | "Стартовая цена" | "Цена";
  /** null: «по запросу». */
  from: number | null;
  /** Upper end of an estimate. */
  to: number | null;
}

/** Which price a lot shows: sold, current, estimate before the first bet, or the asking price of an offer. */
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

/** The instant a lot's countdown runs to, or null when it has none. */
export function lotEnd(lot: LotShort): number | null {
  if (lot.isBiddingOver || isFinished(lot.catalogState) || isOffer(lot)) return null;
  if (lot.endTradeTime) return Date.parse(lot.endTradeTime);
  if (lot.catalogType === CatalogType.Parallel && isRunning(lot.catalogState) && lot.catalogEndDate) {
    return Date.parse(lot.catalogEndDate);
  }
  return null;
}
