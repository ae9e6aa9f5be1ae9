import { expect, it } from "vitest";
import type { LotBidder, LotResult, SaleResults } from "@/lib/api/types";
import { Currency, LotState } from "@/lib/enums";
import { bandsOf, bidderNumber, totalsOf } from "./totals";

const bidder = (value: number): LotBidder => ({
  value,
  participant: 58,
  paddle: null,
  displayName: null,
  phone: null,
  eMail: null,
});

function lot(id: number, state: number, value: number | null, extra: Partial<LotResult> = {}): LotResult {
  return {
    id,
    catalogLotId: id,
    titleRu: "Ваза",
    author: [],
    img: null,
    hidden: false,
    hasLeft: false,
    state,
    isBiddingOver: true,
    start: 40_000,
    estimatedFrom: null,
    estimatedTo: null,
    betsCount: 1,
    leader: value === null ? null : bidder(value),
    underbidder: null,
    ...extra,
  };
}

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
    share: 75,
    aboveEstimate: 96,
    commission: 315_000,
    paid: 1,
    paidAmount: 40_000,
    unsold: 1,
  });
  expect(totalsOf({ ...results, lots: [] })).toMatchObject({ share: 0, aboveEstimate: null });
});

it("groups lots by what was expected of them", () => {
  expect(bandsOf(results)).toEqual([
    { label: "до 50\u00a0000", offered: 2, sold: 1, amount: 40_000 },
    { label: "50\u00a0000 – 150\u00a0000", offered: 1, sold: 1, amount: 60_000 },
    { label: "свыше 1\u00a0000\u00a0000", offered: 1, sold: 1, amount: 2_000_000 },
  ]);
});

it("names bidders by their numbers", () => {
  expect(bidderNumber(bidder(1))).toBe("участник 58");
  expect(bidderNumber({ ...bidder(1), participant: null, paddle: "27" })).toBe("зал, участник 27");
  expect(bidderNumber({ ...bidder(1), participant: null })).toBe("зал");
});
