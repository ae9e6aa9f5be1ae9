import { describe, expect, it } from "vitest";
import { makeFullLot, makeLeadingBet } from "@/testing/factories";
import { CatalogState, LotState } from "@/trade/enums";
import { bettorName, limitActs, limitStands, limitTerms, positionOn, sourceOf, standOn } from "./position";

const ME = 7;
const scheduled = { catalogState: CatalogState.Scheduled, state: LotState.None, endTradeTime: null } as const;

const leadingBet = (participant: number | null) => makeLeadingBet({ participant });

describe("positionOn", () => {
  it.each([
    { leader: 5, me: 5, hasBet: true, state: 1, is: "leading" },
    { leader: 5, me: 5, hasBet: true, state: 2, is: "won" },
    { leader: 6, me: 5, hasBet: true, state: 1, is: "outbid" },
    { leader: null, me: 5, hasBet: true, state: 1, is: "outbid" },
    { leader: 6, me: 5, hasBet: false, state: 1, is: "none" },
    { leader: 6, me: null, hasBet: true, state: 1, is: "outbid" },
    { leader: null, me: null, hasBet: false, state: 1, is: "none" },
  ])("leader $leader, me $me, has bet $hasBet, state $state: $is", ({ leader, me, hasBet, state, is }) => {
    const lot = { leadingBet: leadingBet(leader), myParticipant: me, state };
    expect(positionOn(lot, { signedIn: true, hasBet })).toBe(is);
  });

  it("is nothing after the session has ended", () => {
    const lot = { leadingBet: leadingBet(5), myParticipant: 5, state: 1 };
    expect(positionOn(lot, { signedIn: false, hasBet: true })).toBe("none");
  });
});

describe("standOn", () => {
  it.each([
    ["leads", makeFullLot({ leadingBet: leadingBet(ME) }), "leading"],
    [
      "has won",
      makeFullLot({ leadingBet: leadingBet(ME), state: LotState.Sold, isBiddingOver: true }),
      "won",
    ],
    [
      "led, the reserve was not met",
      makeFullLot({ leadingBet: leadingBet(ME), state: LotState.NotSold, isBiddingOver: true }),
      "unsold",
    ],
    ["was outbid", makeFullLot({ myLastBet: 167_200 }), "outbid"],
    ["was outbid over their absentee bet", makeFullLot({ myAbsentee: 150_000 }), "outbid"],
    [
      "bid and then left an absentee bet for later",
      makeFullLot({ ...scheduled, myAbsentee: 300_000, myLastBet: 167_200 }),
      "none",
    ],
    ["left an absentee bet for later", makeFullLot({ ...scheduled, myAbsentee: 300_000 }), "none"],
    ["did not bid", makeFullLot(), "none"],
    ["had their bet taken back, and nobody has beaten it", makeFullLot({ myLastBet: 202_400 }), "none"],
    ["lost", makeFullLot({ myLastBet: 167_200, isBiddingOver: true, state: LotState.Sold }), "none"],
  ] as const)("one who %s", (_who, lot, stand) => {
    expect(standOn({ ...lot, myParticipant: ME }, true)).toBe(stand);
  });
  it("is nothing for a visitor", () => {
    expect(standOn(makeFullLot({ myLastBet: 1 }), false)).toBe("none");
  });
});

describe("limitStands", () => {
  it.each([
    ["before the lot opens", makeFullLot({ ...scheduled }), 100, true],
    ["while it may still bid", makeFullLot(), 202_400, true],
    ["once the price has passed it", makeFullLot(), 202_399, false],
    [
      "while it leads at its last step",
      makeFullLot({ leadingBet: leadingBet(ME), myParticipant: ME }),
      184_000,
      true,
    ],
    [
      "once its owner leads above it",
      makeFullLot({ leadingBet: leadingBet(ME), myParticipant: ME }),
      183_990,
      false,
    ],
    [
      "before the lot opens, once its owner's own bet is above it",
      makeFullLot({ ...scheduled, leadingBet: leadingBet(ME), myParticipant: ME }),
      183_990,
      false,
    ],
    ["once the bidding is over", makeFullLot({ isBiddingOver: true }), 500_000, false],
    ["once the lot is sold", makeFullLot({ state: LotState.Sold }), 500_000, false],
    ["once the lot is not sold", makeFullLot({ state: LotState.NotSold }), 500_000, false],
    ["where there is none", makeFullLot(), null, false],
  ] as const)("%s", (_when, lot, limit, stands) => {
    expect(limitStands(lot, limit)).toBe(stands);
  });
});

describe("limitActs", () => {
  const ended = "Торги по лоту окончены";
  it.each([
    ["before the lot opens", makeFullLot({ ...scheduled }), "Вступит в торг, когда лот откроется"],
    ["while the lot is in trade", makeFullLot(), "Торгуется за вас, пока цена не выше лимита"],
    ["once the hammer fell", makeFullLot({ isBiddingOver: true }), ended],
    ["once the lot is sold", makeFullLot({ state: LotState.Sold }), ended],
    ["once the lot is paid", makeFullLot({ state: LotState.Paid }), ended],
    ["once the lot is not sold", makeFullLot({ state: LotState.NotSold }), ended],
  ] as const)("%s", (_when, lot, says) => {
    expect(limitActs(lot)).toBe(says);
    expect(limitTerms(lot, 300_000).includes("комиссией")).toBe(says !== ended && lot.commission > 0);
  });
});

it("«Зал» stands once in a feed", () => {
  const bet = { participant: null, paddle: null, isAbsentee: null, isMine: false };
  expect(sourceOf(bet)).toBeNull();
  expect(sourceOf({ ...bet, paddle: "41" })).toBe("зал");
  expect(sourceOf({ ...bet, participant: 217 })).toBe("сеть");
  expect(sourceOf({ ...bet, participant: 217, isAbsentee: true })).toBe("заочная");
});

it("shows no source for the viewer's own bet until the history has it", () => {
  const mine = { participant: 5, paddle: null, isMine: true };
  expect(sourceOf({ ...mine, isAbsentee: null })).toBeNull();
  expect(sourceOf({ ...mine, isAbsentee: false })).toBe("сеть");
  expect(sourceOf({ ...mine, isAbsentee: true })).toBe("заочная");
});

describe("bettorName", () => {
  it.each([
    [{ participant: 5, paddle: null }, "Вы"],
    [{ participant: 217, paddle: null }, "Участник 217"],
    [{ participant: null, paddle: "41" }, "Зал, участник 41"],
    [{ participant: null, paddle: null }, "Зал"],
  ])("%o", (bet, name) => {
    expect(bettorName(bet, 5)).toBe(name);
  });
});

it("the terms of a limit say what it may cost, where a commission is charged", () => {
  const terms = (commission: number) =>
    limitTerms(makeFullLot({ ...scheduled, commission }), 300_000).replaceAll("\u00a0", " ");
  expect(terms(15)).toBe("Вступит в торг, когда лот откроется. С комиссией до 345 000 ₽");
  expect(terms(0)).toBe("Вступит в торг, когда лот откроется");
});
