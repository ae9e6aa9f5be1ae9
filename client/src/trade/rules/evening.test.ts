import { describe, expect, it } from "vitest";
import type { EveningSale } from "@/lib/api/types";
import {
  at,
  HOUR,
  MINUTE,
  makeCatalog,
  makeEveningLot,
  makeLeadingBet,
  makeLot,
  NOW,
} from "@/testing/factories";
import { CatalogState, CatalogType, Currency, LotState } from "@/trade/enums";
import { comesAt, comingOf, isNear, moneyOf, planOf, standOf } from "./evening";

const classic = { catalogId: 10, catalogType: CatalogType.Classic, endTradeTime: null } as const;
const queued = { ...classic, state: LotState.None, leadingBet: null };
const mine = makeLeadingBet({ participant: 3 });

const sale = (extra: Partial<EveningSale> = {}): EveningSale => ({
  catalog: makeCatalog(),
  currentNumber: 118,
  secondsPerLot: 52,
  ...extra,
});

it.each([
  ["watched", makeEveningLot(queued)],
  ["limit", makeEveningLot(queued, { absentee: 90_000 })],
  ["outbid", makeEveningLot({}, { bet: 167_200 })],
  // The price has passed the limit.
  ["outbid", makeEveningLot({}, { absentee: 150_000 })],
  ["leading", makeEveningLot({ leadingBet: mine, myParticipant: 3 }, { bet: 184_000 })],
  [
    "won",
    makeEveningLot(
      { leadingBet: mine, myParticipant: 3, state: LotState.Sold, isBiddingOver: true },
      { bet: 184_000 },
    ),
  ],
  ["over", makeEveningLot({ state: LotState.NotSold, isBiddingOver: true })],
] as const)("a lot of the evening is %s", (stand, lot) => {
  expect(standOf(lot)).toBe(stand);
});

describe("when a lot comes up", () => {
  it("follows from the lots before it and the sale's pace", () => {
    expect(comesAt({ ahead: 3 }, sale(), NOW)).toBe(NOW + 156_000);
    expect(comesAt({ ahead: 0 }, sale(), NOW)).toBe(NOW);
  });
  it("is unknown without a pace, without a queue and before the start", () => {
    expect(comesAt({ ahead: 3 }, sale({ secondsPerLot: null }), NOW)).toBeNull();
    expect(comesAt({ ahead: null }, sale(), NOW)).toBeNull();
    const scheduled = makeCatalog({ state: CatalogState.Scheduled });
    expect(comesAt({ ahead: 3 }, sale({ catalog: scheduled }), NOW)).toBeNull();
  });
});

it.each([
  [4, false],
  [3, true],
  [1, true],
  [0, false],
  [null, false],
])("with %s lots ahead, a notice is due: %s", (ahead, due) => {
  expect(isNear(makeEveningLot(queued, { ahead }))).toBe(due);
});

it("no notice is due before the sale runs", () => {
  expect(isNear(makeEveningLot({ ...queued, catalogState: CatalogState.Scheduled }, { ahead: 2 }))).toBe(
    false,
  );
});

it("the evening is planned by sale: the hammer, then the clock, then later starts; what is over comes last", () => {
  const later = sale({
    catalog: makeCatalog({ id: 30, state: CatalogState.Scheduled, startDate: at(3 * HOUR) }),
    secondsPerLot: null,
  });
  const soon = sale({
    catalog: makeCatalog({ id: 20, state: CatalogState.Scheduled, startDate: at(HOUR) }),
    secondsPerLot: null,
  });
  const slow = sale({ catalog: makeCatalog({ id: 12 }), secondsPerLot: 300 });
  const timed = sale({ catalog: makeCatalog({ id: 11, catalogType: CatalogType.Parallel }) });
  const over = (id: number, ago: number) =>
    makeEveningLot({ id, catalogId: 10, state: LotState.Sold, isBiddingOver: true, endTradeTime: at(-ago) });
  const sales = [later, soon, timed, slow, sale()];
  const lots = [
    makeEveningLot({ ...queued, id: 1, catalogId: 30 }, { ahead: 5 }),
    makeEveningLot({ ...queued, id: 2 }, { ahead: 10 }),
    makeEveningLot({ ...queued, id: 3 }, { ahead: 2 }),
    makeEveningLot({ ...queued, id: 8, catalogId: 12 }, { ahead: 1 }),
    makeEveningLot({ id: 4, catalogId: 11, endTradeTime: at(2 * HOUR) }),
    makeEveningLot({ id: 5, catalogId: 11, endTradeTime: at(HOUR) }),
    over(6, 2 * MINUTE),
    over(7, MINUTE),
  ];
  // Lot 8 comes up in five minutes, in a slow hall: after lot 3, before lot 2.
  expect(comingOf(sales, lots).map(({ mine }) => mine.lot.id)).toEqual([3, 8, 2, 5, 4, 1]);
  const plan = planOf(sales, lots);
  expect(plan.ahead.map((group) => [group.sale.catalog.id, group.lots.map(({ lot }) => lot.id)])).toEqual([
    [10, [3, 2]],
    [12, [8]],
    [11, [5, 4]],
    [30, [1]],
  ]);
  expect(plan.past.map(({ lot }) => lot.id)).toEqual([7, 6]);
});

it("the money has commission everywhere, and each currency by itself", () => {
  const price = (extra: object) => ({ ...makeLot().price, ...extra });
  const lead = { leadingBet: mine, myParticipant: 3 };
  const sums = moneyOf([
    // Won for 165 000, leading for 145 000, and with a limit of 90 000.
    makeEveningLot({ ...lead, state: LotState.Sold, isBiddingOver: true, price: price({ value: 165_000 }) }),
    makeEveningLot({ ...lead, price: price({ value: 145_000 }) }, { bet: 145_000 }),
    makeEveningLot(
      { ...queued, price: price({ value: null, start: 60_000, minBet: 60_000 }) },
      { absentee: 90_000 },
    ),
    // Watched at 24 000, outbid at 202 400.
    makeEveningLot({ ...queued, price: price({ value: null, start: 24_000, minBet: 24_000 }) }),
    makeEveningLot({ price: price({ minBet: 202_400 }) }, { bet: 167_200 }),
    // Lost: it can cost nothing.
    makeEveningLot({ state: LotState.Sold, isBiddingOver: true }),
    makeEveningLot(
      { ...lead, commission: 0, price: price({ value: 100, currency: Currency.Eur }) },
      { absentee: 300 },
    ),
  ]);
  expect(sums).toEqual([
    { currency: Currency.Rub, spent: 189_750, lots: 1, held: 270_250, all: 720_360, others: 2 },
    // Up to the limit, not only the leading bet.
    { currency: Currency.Eur, spent: 0, lots: 0, held: 300, all: 300, others: 0 },
  ]);
});
