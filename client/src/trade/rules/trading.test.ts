import { describe, expect, it } from "vitest";
import type { LotShort } from "@/lib/api/types";
import { at, DAY, HOUR, MINUTE, makeLeadingBet, makeLot, makeUser, NOW } from "@/testing/factories";
import { CalculationType, CatalogState, CatalogType, LotState } from "@/trade/enums";
import { lotAction } from "./deal";
import { isLive, lotEnd, shownAllIn, shownPrice } from "./trading";

const visitor = null;
const bidder = makeUser();
const trusted = makeUser({ trustedInHouseIds: [1] });
const led: Partial<LotShort> = { leadingBet: makeLeadingBet({ participant: 3 }), myParticipant: 3 };

describe("the bid button", () => {
  const classic = { catalogType: CatalogType.Classic, endTradeTime: null, catalogEndDate: null };
  const scheduled = { catalogState: CatalogState.Scheduled, state: LotState.None, catalogStartDate: at(DAY) };

  it.each([
    ["parallel in process, lot in process", {}, bidder, "bet"],
    ["the same for a visitor", {}, visitor, "bet"],
    ["its time is up, whatever its state says", { endTradeTime: at(-1) }, bidder, "over"],
    ["bidding is over", { isBiddingOver: true }, bidder, "over"],
    ["sold", { state: LotState.Sold }, bidder, "over"],
    ["the catalog is completed", { catalogState: CatalogState.Completed }, bidder, "over"],
    ["a trusted one leads", led, trusted, "raiseAbsentee"],
    ["one who is not trusted leads", led, bidder, "bet"],
    ["classic running, the lot waits its turn", { ...classic, state: LotState.None }, bidder, "room"],
    ["classic running, the lot is open", { ...classic, state: LotState.InProcess }, bidder, "bet"],
    ["classic scheduled", { ...classic, ...scheduled }, bidder, "prebet"],
    ["classic scheduled, trusted", { ...classic, ...scheduled }, trusted, "absentee"],
    ["parallel scheduled", { ...scheduled, catalogEndDate: at(2 * DAY), endTradeTime: null }, bidder, "none"],
    ["parallel scheduled, trusted", { ...scheduled, endTradeTime: null }, trusted, "absentee"],
    ["gallery", { catalogType: CatalogType.Gallery }, bidder, "request"],
    ["post-auction", { catalogType: CatalogType.PostAuction }, visitor, "request"],
    ["gallery, bidding over", { catalogType: CatalogType.Gallery, isBiddingOver: true }, bidder, "over"],
    ["in no catalog", { catalogType: null, catalogState: null }, bidder, "none"],
  ] as const)("%s", (_name, extra, user, action) => {
    expect(lotAction(makeLot(extra as Partial<LotShort>), { now: NOW, user })).toBe(action);
  });

  it.each([
    ["before the start", { ...classic, ...scheduled }, "absentee"],
    ["during a pause", { ...classic, catalogPausedAt: at(0) }, "absentee"],
    ["for the leader", { ...classic, ...scheduled, ...led }, "raiseAbsentee"],
    ["in the queue", { ...classic, state: LotState.None }, "room"],
  ] as const)("gives a trusted bidder's card its action %s", (_name, extra, action) => {
    expect(lotAction(makeLot(extra as Partial<LotShort>), { now: NOW, user: trusted })).toBe(action);
  });

  it("takes pre-bets in a parallel sale that counts by steps", () => {
    const lot = makeLot({ ...scheduled, endTradeTime: null });
    const facts = { now: NOW, user: bidder, calculationType: CalculationType.ByStepTable };
    expect(lotAction(lot, facts)).toBe("prebet");
  });

  it("trusts nobody in another house", () => {
    const lot = makeLot({ ...classic, ...scheduled, houseId: 2 });
    expect(lotAction(lot, { now: NOW, user: trusted })).toBe("prebet");
  });
});

describe("a live sale", () => {
  const sale = (state: number, startIn: number, catalogType: number = CatalogType.Classic) => ({
    catalogType,
    state,
    startDate: at(startIn),
  });
  it.each([
    [CatalogState.InProcess, -HOUR, CatalogType.Classic, true],
    [CatalogState.WaitForEnd, -HOUR, CatalogType.Classic, true],
    [CatalogState.Scheduled, 15 * MINUTE, CatalogType.Classic, true],
    [CatalogState.Scheduled, 15 * MINUTE + 1, CatalogType.Classic, false],
    [CatalogState.Scheduled, -HOUR, CatalogType.Classic, true],
    [CatalogState.Scheduled, MINUTE, CatalogType.Parallel, false],
    [CatalogState.Completed, -HOUR, CatalogType.Classic, false],
  ])("state %i, start in %i ms, type %i: %s", (state, startIn, type, live) => {
    expect(isLive(sale(state, startIn, type), NOW)).toBe(live);
  });
});

describe("the price shown", () => {
  const price = makeLot().price;
  it.each([
    ["a leading bet", {}, "Текущая ставка", 184_000],
    ["sold", { state: LotState.Sold, isBiddingOver: true }, "Цена продажи", 184_000],
    ["not sold, with bets", { state: LotState.NotSold, isBiddingOver: true }, "Последняя ставка", 184_000],
    ["no bet, an estimate", { price: { ...price, value: null } }, "Эстимейт", 180_000],
    [
      "no bet, no estimate",
      { price: { ...price, value: null, estimatedFrom: null, estimatedTo: null } },
      "Стартовая цена",
      120_000,
    ],
    ["an offer with a price", { catalogType: CatalogType.PostAuction }, "Цена", 120_000],
    ["an offer without", { catalogType: CatalogType.Gallery, price: { ...price, start: 0 } }, "Цена", null],
  ] as const)("%s", (_name, extra, label, from) => {
    expect(shownPrice(makeLot(extra as Partial<LotShort>))).toMatchObject({ label, from });
  });
});

describe("the price shown, with the commission", () => {
  const { price } = makeLot();
  const offer = { catalogType: CatalogType.PostAuction } as const;
  it.each([
    ["a leading bet", {}, "с комиссией 211 600 ₽"],
    ["sold", { state: LotState.Sold, isBiddingOver: true }, "с комиссией 211 600 ₽"],
    ["an offer with a price", offer, "с комиссией 138 000 ₽"],
    ["an offer on request", { ...offer, price: { ...price, start: 0 } }, null],
    ["an estimate", { price: { ...price, value: null } }, null],
    ["a house without a commission", { commission: 0 }, null],
  ] as const)("%s: %s", (_name, extra, text) => {
    expect(shownAllIn(makeLot(extra as Partial<LotShort>))?.replaceAll("\u00a0", " ") ?? null).toBe(text);
  });
});

it("a lot that is over counts down to nothing", () => {
  expect(lotEnd(makeLot({ isBiddingOver: true }))).toBeNull();
  expect(lotEnd(makeLot({ endTradeTime: at(HOUR) }))).toBe(NOW + HOUR);
  expect(lotEnd(makeLot({ endTradeTime: null, catalogEndDate: at(DAY) }))).toBe(NOW + DAY);
});
