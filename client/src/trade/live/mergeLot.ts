import type { LotShort, LotUpdate } from "@/lib/api/types";

/** A loaded lot with the newest trading state from its room. */
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
