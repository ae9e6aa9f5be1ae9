import { expect, it } from "vitest";
import type { LotBidder, LotResult, SaleResults } from "@/lib/api/types";
import { makeResult } from "@/testing/house";
import { Currency, LotState } from "@/trade/enums";
import { bandsOf, bidderNumber, totalsOf } from "./totals";

const bidder: LotBidder = {
  betId: 5,
  value: 1,
  participant: 58,
  paddle: null,
  displayName: null,
  phone: null,
  eMail: null,
};
const lot = (id: number, state: number, value: number, extra: Partial<LotResult> = {}) =>
  makeResult({ id, state, ...extra }, value);

const results: SaleResults = {
  currency: Currency.Rub,
  commission: 15,
  lots: [
    lot(1, LotState.Sold, 60_000, { estimatedFrom: 50_000 }),
    lot(2, LotState.Paid, 40_000),
    lot(3, LotState.NotSold, 10_000),
    lot(4, LotState.Sold, 2_000_000, { estimatedFrom: 1_000_000 }),
    lot(5, LotState.Sold, 999, { hidden: true }),
  ],
};

it("counts what was offered, sold and paid, and leaves hidden lots out", () => {
  expect(totalsOf(results)).toEqual({
    offered: 4,
    sold: 3,
    amount: 2_100_000,
    over: 4,
    share: 75,
    aboveEstimate: 96,
    commission: 315_000,
    paid: 1,
    paidAmount: 40_000,
    unsold: 1,
  });
  expect(totalsOf({ ...results, lots: [] })).toMatchObject({ share: 0, aboveEstimate: null });
});

it("rounds the commission of each lot by itself", () => {
  const sold = [lot(1, LotState.Sold, 10), lot(2, LotState.Sold, 10)];
  expect(totalsOf({ ...results, lots: sold }).commission).toBe(4);
});

it("groups lots by what was expected of them", () => {
  expect(bandsOf(results)).toEqual([
    { label: "до 50\u00a0000", offered: 2, over: 2, sold: 1, amount: 40_000 },
    { label: "50\u00a0000 – 150\u00a0000", offered: 1, over: 1, sold: 1, amount: 60_000 },
    { label: "свыше 1\u00a0000\u00a0000", offered: 1, over: 1, sold: 1, amount: 2_000_000 },
  ]);
});

it("does not count a coming lot among those that are over", () => {
  const running = {
    ...results,
    lots: [
      lot(1, LotState.Sold, 40_000),
      lot(2, LotState.NotSold, 10_000),
      lot(3, LotState.InProcess, 10_000),
    ],
  };
  expect(bandsOf(running)).toEqual([
    { label: "до 50\u00a0000", offered: 3, over: 2, sold: 1, amount: 40_000 },
  ]);
});

it("names bidders by their numbers", () => {
  expect(bidderNumber(bidder)).toBe("участник 58");
  expect(bidderNumber({ ...bidder, participant: null, paddle: "27" })).toBe("зал, участник 27");
  expect(bidderNumber({ ...bidder, participant: null })).toBe("зал");
});
