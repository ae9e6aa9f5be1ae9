import type { LotResult, PriceQuery } from "@/lib/api/types";
import { LotState, PriceQueryStatus } from "@/trade/enums";
import { at, HOUR } from "./factories";

export function makePriceQuery(extra: Partial<PriceQuery> = {}): PriceQuery {
  return {
    id: 9,
    houseId: 1,
    houseNameRu: "Дом",
    userId: 7,
    displayName: "Ольга Пронина",
    number: "79161234567",
    email: "olga@example.org",
    targetId: 12,
    lotTitleRu: "Сосуд с глазурями",
    message: "Сколько стоит?",
    status: PriceQueryStatus.Created,
    created: at(-HOUR),
    answer: null,
    answered: null,
    ...extra,
  };
}

/** A lot of a sale's results; `price` is the leader's bet. */
export function makeResult(extra: Partial<LotResult> = {}, price: number | null = 60_000): LotResult {
  return {
    id: 1,
    catalogLotId: extra.id ?? 1,
    titleRu: "Ваза",
    author: [],
    img: null,
    hidden: false,
    hasLeft: false,
    isDeleted: false,
    state: LotState.Sold,
    isBiddingOver: true,
    start: 40_000,
    estimatedFrom: null,
    estimatedTo: null,
    together: [],
    betsCount: 1,
    leader:
      price === null
        ? null
        : {
            betId: 5,
            value: price,
            participant: 58,
            paddle: null,
            displayName: null,
            phone: null,
            eMail: null,
          },
    underbidder: null,
    ...extra,
  };
}
