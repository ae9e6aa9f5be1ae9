import type { HallLot, HallSale, LotUpdate } from "@/lib/api/types";
import { CatalogState, LotState } from "@/trade/enums";
import type { RoomState } from "@/trade/live/roomState";
import { justTaken, leaderOf } from "@/trade/rules/together";
import { isRunning, isSold } from "@/trade/rules/trading";

/** A loaded lot with the newest trading state from its room. */
export function withUpdate(lot: HallLot, update: LotUpdate | undefined): HallLot {
  if (!update || update.version < lot.version) return lot;
  return {
    ...lot,
    state: update.state,
    isBiddingOver: update.isBiddingOver,
    endTradeTime: update.endTradeTime,
    warnedAt: update.warnedAt,
    together: update.together,
    isChoice: update.isChoice,
    startPrice: update.price.start,
    value: update.price.value,
    participant: update.leadingBet?.participant ?? null,
    paddle: update.leadingBet?.paddle ?? null,
    version: update.version,
  };
}

/** The loaded sale with newer news from its room on top. */
export function withRoom(sale: HallSale, room: RoomState): HallSale {
  const lots = sale.lots.map((lot) => withUpdate(lot, room.lots[lot.id]));
  if (!room.catalog || room.catalog.version < sale.version) return { ...sale, lots };
  const { state, currentLotId, pausedAt, pauseReason, version } = room.catalog;
  return { ...sale, state, currentLotId, pausedAt, pauseReason, version, lots };
}

/** What the screen is for at the moment. */
export type Scene =
  | { name: "before" }
  /** `lot` is on the block, or was just taken of the choice on it; `block` is always the one on it. */
  | { name: "lot"; lot: HallLot; block: HallLot }
  /** All lots have been called, and the auctioneer is about to finish; or has. */
  | { name: "after"; finished: boolean }
  | { name: "canceled" };

export function sceneOf({ state, currentLotId, lots }: HallSale): Scene {
  if (state === CatalogState.Canceled) return { name: "canceled" };
  if (state === CatalogState.Completed) return { name: "after", finished: true };
  const block = isRunning(state) ? lots.find(({ id }) => id === currentLotId) : undefined;
  if (block) return { name: "lot", lot: justTaken(lots, block)?.[0] ?? block, block };
  return isRunning(state) ? { name: "after", finished: false } : { name: "before" };
}

/**
 * The lots that come next, in the order of the queue: after the one on the block, then those left behind it. Of a choice whose
 * hammer has fallen, the lots that were not taken come again, the one on the block first.
 */
export function comingLots(lots: readonly HallLot[], block: HallLot | null, most: number): HallLot[] {
  const again = justTaken(lots, block) === null ? [] : (block?.together ?? []);
  const waiting = lots.filter(
    (lot) =>
      !lot.isBiddingOver &&
      (again.includes(lot.catalogLotId) || (lot.id !== block?.id && leaderOf(lot) === null)),
  );
  const isAhead = (lot: HallLot) => lot.id === block?.id || lot.catalogLotId > (block?.catalogLotId ?? 0);
  return [...waiting.filter(isAhead), ...waiting.filter((lot) => !isAhead(lot))].slice(0, most);
}

/** How a lot ended; null while it has not. */
export function outcomeOf(lot: HallLot): "sold" | "unsold" | null {
  if (isSold(lot)) return "sold";
  return lot.state === LotState.NotSold ? "unsold" : null;
}

export interface Totals {
  lots: number;
  sold: number;
  /** Hammer prices, without the buyers' commission. */
  sum: number;
  dearest: HallLot | null;
}

export function totalsOf(lots: readonly HallLot[]): Totals {
  const sold = lots.filter((lot) => isSold(lot) && (lot.value !== null || leaderOf(lot) !== null));
  const priceOf = (lot: HallLot) => lot.value ?? 0;
  return {
    lots: lots.length,
    sold: sold.length,
    sum: sold.reduce((sum, lot) => sum + priceOf(lot), 0),
    dearest: sold.reduce<HallLot | null>(
      (best, lot) => (best === null || priceOf(lot) > priceOf(best) ? lot : best),
      null,
    ),
  };
}
