import type { CatalogShort, LotShort } from "@/lib/api/types";
import { dayMonth, dayMonthTime, moscowTime } from "@/lib/format";
import { CatalogState, CatalogType, LotState } from "@/trade/enums";
import { isFinished, isInTrade, isOffer, isPaused, isRunning, isSold, lotEnd } from "@/trade/rules/trading";

/** «до 20:00 (МСК)» today, «до 28 ноября» later. */
function until(end: number, now: number): string {
  return dayMonth(end) === dayMonth(now) ? `до ${moscowTime(end)}` : `до ${dayMonth(end, now)}`;
}

/** The state of a lot in one or two words. */
export function lotWhen(lot: LotShort, now: number): string {
  if (isSold(lot)) return "продан";
  if (lot.catalogType === CatalogType.PostAuction) return "ПостАукцион";
  if (isOffer(lot)) return "галерея";
  if (lot.state === LotState.NotSold) return "не продан";
  if (lot.isBiddingOver || isFinished(lot.catalogState)) return "торги завершены";
  if (isPaused(lot)) return "пауза";
  const end = lotEnd(lot);
  if (end !== null) return until(end, now);
  if (isRunning(lot.catalogState)) return isInTrade(lot) ? "в зале" : "в очереди";
  return lot.catalogStartDate ? `старт ${dayMonth(lot.catalogStartDate, now)}` : "скоро";
}

/** When a sale is, or what it is if it has no time. */
export function auctionWhen(auction: CatalogShort, now: number): string {
  const { state, catalogType, startDate, endDate } = auction;
  if (state === CatalogState.Canceled) return "Отменён";
  if (state === CatalogState.Completed) {
    const ended = endDate ?? startDate;
    return ended ? `Завершён ${dayMonth(ended, now)}` : "Завершён";
  }
  if (catalogType === CatalogType.Gallery) return "Постоянная экспозиция";
  if (catalogType === CatalogType.PostAuction) return "ПостАукцион";
  if (isRunning(state)) {
    return catalogType === CatalogType.Parallel && endDate
      ? `Идёт ${until(Date.parse(endDate), now)}`
      : "Идёт сейчас";
  }
  return startDate ? dayMonthTime(startDate) : "Скоро";
}
