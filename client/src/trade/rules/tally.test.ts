import { expect, it } from "vitest";
import type { LotShort } from "@/lib/api/types";
import { makeFullLot } from "@/testing/factories";
import { LotState } from "@/trade/enums";
import { tallyOf } from "./tally";

const START = Date.parse("2026-11-21T16:00:00.000Z");
const minute = (n: number) => new Date(START + n * 60_000).toISOString();

/** A lot of which the hammer fell in the minute of its number. */
function over(n: number, state: number, value: number | null): LotShort {
  const lot = makeFullLot({ id: n, state, isBiddingOver: true });
  return {
    ...lot,
    price: { ...lot.price, value },
    startTradeTime: minute(n - 1),
    endTradeTime: minute(n),
  };
}
const waiting = (n: number) => makeFullLot({ id: n, isBiddingOver: false, endTradeTime: null });

it("sums up what is sold, and forecasts the end by the pace of the last lots", () => {
  const lots = [
    over(1, LotState.Sold, 1000),
    over(2, LotState.NotSold, 500),
    over(3, LotState.Paid, 2000),
    waiting(4),
    waiting(5),
  ];
  expect(tallyOf(lots, START + 180_000)).toEqual({
    sold: 2,
    over: 3,
    all: 5,
    sum: 3000,
    share: 67,
    perHour: 60,
    end: START + 300_000,
  });
});

it("knows no pace before the third lot, and no end after the last", () => {
  const two = [over(1, LotState.Sold, 10), over(2, LotState.Sold, 10), waiting(3)];
  expect(tallyOf(two, START)).toMatchObject({ perHour: null, end: null, share: 100 });
  const all = [1, 2, 3].map((n) => over(n, LotState.Sold, 10));
  expect(tallyOf(all, START)).toMatchObject({ perHour: 60, end: null });
  expect(tallyOf([], START)).toMatchObject({ share: null, sum: 0, perHour: null, end: null });
});

it("takes no pace from lots that were only passed over", () => {
  const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
  const passed = [1, 2, 3].map((n) => ({
    ...over(n, LotState.NotSold, null),
    startTradeTime: at(n - 1),
    endTradeTime: at(n),
  }));
  expect(tallyOf([...passed, waiting(4)], START)).toMatchObject({ perHour: null, end: null });
});
