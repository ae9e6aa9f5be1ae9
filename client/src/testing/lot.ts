import { HttpResponse, http } from "msw";
import type { AbsenteeBet, Bet, HallLot, HouseOrder, Lot, LotUpdate } from "@/lib/api/types";
import { Currency, OrderStatus } from "@/trade/enums";
import { at, DAY, MINUTE, makeFullHouse, pageOf } from "./factories";
import { json, problem, server } from "./server";

export function makeOrder(extra: Partial<HouseOrder> = {}): HouseOrder {
  return {
    orderId: 5,
    houseId: 1,
    houseNameRu: "Дом «Покровский и сыновья»",
    userId: 7,
    displayName: null,
    phone: null,
    eMail: null,
    note: null,
    conclusion: null,
    status: OrderStatus.Accepted,
    isTrusted: false,
    untrusted: null,
    record: null,
    created: at(-DAY),
    decided: at(-DAY / 2),
    revision: 1,
    ...extra,
  };
}

export function makeBet(extra: Partial<Bet> = {}): Bet {
  return {
    id: 1,
    catalogId: 11,
    lotId: 12,
    value: 184_000,
    created: at(-MINUTE),
    timestamp: Date.parse(at(-MINUTE)),
    userId: null,
    participant: 217,
    paddle: null,
    isAbsentee: null,
    isVisible: true,
    revoked: null,
    revokedBy: null,
    isMine: false,
    ...extra,
  };
}

/** The next trading state of a lot, as its room would send it. */
export function updateOf(lot: Lot, extra: Partial<LotUpdate> = {}): LotUpdate {
  return {
    catalogId: lot.catalogId ?? 0,
    lotId: lot.id,
    version: lot.version + 1,
    serverTime: at(0),
    state: lot.state,
    isBiddingOver: lot.isBiddingOver,
    price: {
      start: lot.price.start,
      value: lot.price.value,
      reservePriceState: lot.price.reservePriceState,
      currency: lot.price.currency,
    },
    leadingBet: lot.leadingBet,
    startTradeTime: lot.startTradeTime,
    endTradeTime: lot.endTradeTime,
    warnedAt: lot.warnedAt,
    together: lot.together,
    isChoice: lot.isChoice,
    minBet: lot.price.minBet,
    reservePriceState: lot.price.reservePriceState,
    betsCount: lot.betsCount,
    ...extra,
  };
}

/** The same of a lot as a screen in the hall knows it, without a leader. */
export function updateOfHall(lot: HallLot, extra: Partial<LotUpdate> = {}): LotUpdate {
  return {
    catalogId: 10,
    lotId: lot.id,
    version: lot.version + 1,
    serverTime: at(0),
    state: lot.state,
    isBiddingOver: lot.isBiddingOver,
    price: { start: lot.startPrice, value: lot.value, reservePriceState: null, currency: Currency.Rub },
    leadingBet: null,
    startTradeTime: null,
    endTradeTime: lot.endTradeTime,
    warnedAt: lot.warnedAt,
    together: lot.together,
    isChoice: lot.isChoice,
    minBet: lot.startPrice,
    reservePriceState: null,
    betsCount: 0,
    ...extra,
  };
}

interface LotWorld {
  lot: Lot;
  orders: HouseOrder[];
  absentee: AbsenteeBet | null;
  bets: Bet[];
  isImported: boolean;
}

/** Serves one lot with everything around it. The test may change the returned object while it runs. */
export function serveLot(lot: Lot, extra: Partial<Omit<LotWorld, "lot">> = {}): LotWorld {
  const held: LotWorld = { lot, orders: [], absentee: null, bets: [makeBet()], isImported: false, ...extra };
  server.use(
    http.get("*/api/lots/viewed", () => json([])),
    http.get("*/api/lots/:id", ({ params }) =>
      Number(params.id) === held.lot.id ? json(held.lot) : problem(404, { title: "not_found" }),
    ),
    http.get("*/api/lots/:id/:others", () => json([])),
    http.get("*/api/artists/:id", () => problem(404, { title: "not_found" })),
    http.get("*/api/catalog/:id/lot-numbers", () =>
      json([
        { id: held.lot.id - 1, catalogLotId: (held.lot.catalogLotId ?? 2) - 1 },
        { id: held.lot.id, catalogLotId: held.lot.catalogLotId ?? 2 },
      ]),
    ),
    http.get("*/api/catalog/:id", () =>
      json({
        ...held.lot.catalog,
        isImported: held.isImported,
        stepsTable: null,
        version: 1,
        revision: 1,
        untrustedCap: { rub: 5000, eur: 50, usd: 50 },
      }),
    ),
    http.get("*/api/house/orders/my", () => json(held.orders)),
    http.get("*/api/house/:id", () => json(makeFullHouse())),
    http.get("*/api/trade/bet/lot/:id/history", () => json(pageOf(held.bets))),
    http.get("*/api/trade/bet/lot/:id/options", () => {
      const { minBet } = held.lot.price;
      return json([0, 1, 2, 3, 4].map((n) => minBet + n * 20_000));
    }),
    http.get("*/api/trade/bet/absentee/lot/:id", () => json(held.absentee)),
    http.delete("*/api/trade/bet/absentee/lot/:id", () => {
      held.absentee = null;
      held.lot = { ...held.lot, myAbsentee: null };
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return held;
}
