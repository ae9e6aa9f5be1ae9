import type { LotShort, LotUpdate } from "@/lib/api/types";

/**
 * A loaded lot with the newest trading state from its room. `myParticipant` is the viewer's number in the catalog, if it
 * became known after the lot was loaded.
 */
export function mergeLot<L extends LotShort>(
  lot: L,
  update: LotUpdate | undefined,
  myParticipant: number | null = null,
): L {
  const mine =
    myParticipant === null || myParticipant === lot.myParticipant ? lot : { ...lot, myParticipant };
  if (!update || update.version < lot.version) return mine;
  return {
    ...mine,
    state: update.state,
    isBiddingOver: update.isBiddingOver,
    startTradeTime: update.startTradeTime,
    endTradeTime: update.endTradeTime,
    warnedAt: update.warnedAt,
    together: update.together,
    isChoice: update.isChoice,
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
