import type { LotShort, LotUpdate } from "@/lib/api/types";

/** A lot as a list gave it, with the newest trading state that was heard of it. */
export function mergeLot<L extends LotShort>(lot: L, update: LotUpdate | undefined): L {
  if (!update || update.version < lot.version) return lot;
  return {
    ...lot,
    state: update.state,
    isBiddingOver: update.isBiddingOver,
    startTradeTime: update.startTradeTime,
    endTradeTime: update.endTradeTime,
    leadingBet: update.leadingBet,
    betsCount: update.betsCount,
    version: update.version,
    price: {
      ...lot.price,
      start: update.price.start,
      value: update.price.value,
      reservePriceState: update.reservePriceState,
      minBet: update.minBet,
    },
  };
}
