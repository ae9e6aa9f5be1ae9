import type { Catalog, LotShort } from "@/lib/api/types";
import { LotState } from "@/lib/enums";
import { price } from "@/lib/format";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { bettorName } from "@/trade/rules/position";
import { isRunning, isSold } from "@/trade/rules/trading";
import { type Desk, reserveOf } from "./controls";

/** The facts that decide which controls are on. */
export function deskOf(sale: LiveSale, catalog: Catalog, isAdmin: boolean): Desk {
  const lot = isRunning(sale.state) ? sale.current : null;
  const number = lot?.catalogLotId ?? Number.POSITIVE_INFINITY;
  return {
    catalogState: sale.state,
    isAutoStart: catalog.isAutoStart,
    isPaused: sale.pause !== null,
    startDate: catalog.startDate === null ? null : Date.parse(catalog.startDate),
    current: lot && {
      state: lot.state,
      isBiddingOver: lot.isBiddingOver,
      leading: lot.price.value,
      isWarned: lot.warnedAt !== null,
      reserve: reserveOf(lot.price.reservePriceState),
      end: lot.endTradeTime === null ? null : Date.parse(lot.endTradeTime),
    },
    waiting: sale.lots.filter((other) => !other.isBiddingOver && other.id !== lot?.id).length,
    hasPrevious: sale.lots.some(
      (other) => (other.catalogLotId ?? 0) < number && other.state !== LotState.Paid,
    ),
    isAuctioneer: catalog.isAuctioneer,
    isAdmin,
  };
}

/** The lot and the bet that a question is about. `version` changes when either does. */
export interface Subject {
  lot: string | null;
  bet: string | null;
  version: string;
}

export function subjectOf(lot: LotShort | null, currency: number): Subject {
  if (lot === null) return { lot: null, bet: null, version: "" };
  const author = lot.author.map(({ name }) => name).join(", ");
  const bet = lot.leadingBet;
  return {
    lot: [`Лот ${lot.catalogLotId}`, author, lot.titleRu].filter(Boolean).join(". "),
    bet: bet ? `Ставка ${price(bet.value, currency)}, ${bettorName(bet, null)}` : "Ставок нет",
    version: `${lot.id}:${bet?.id ?? ""}:${bet?.value ?? ""}:${lot.isBiddingOver}`,
  };
}

/** The result of a closed lot. */
export function resultOf(lot: LotShort): string {
  if (lot.state === LotState.Paid) return "Оплачен";
  return isSold(lot) ? "Продан" : "Не продан";
}
