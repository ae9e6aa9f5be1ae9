import { describe, expect, it } from "vitest";
import { CatalogState, LotState } from "@/lib/enums";
import { makeFullLot, makeLeadingBet } from "@/testing/factories";
import { bettorName, positionOn, standOn } from "./position";

const ME = 7;
const scheduled = { catalogState: CatalogState.Scheduled, state: LotState.None, endTradeTime: null } as const;

const leadingBet = (userId: number | null) => makeLeadingBet({ userId });

describe("positionOn", () => {
  it.each([
    { leader: 5, me: 5, hasBet: true, state: 1, is: "leading" },
    { leader: 5, me: 5, hasBet: true, state: 2, is: "won" },
    { leader: 6, me: 5, hasBet: true, state: 1, is: "outbid" },
    { leader: null, me: 5, hasBet: true, state: 1, is: "outbid" },
    { leader: 6, me: 5, hasBet: false, state: 1, is: "none" },
    { leader: null, me: null, hasBet: false, state: 1, is: "none" },
  ])("leader $leader, me $me, has bet $hasBet, state $state: $is", ({ leader, me, hasBet, state, is }) => {
    expect(positionOn({ leadingBet: leadingBet(leader), state }, { userId: me, hasBet })).toBe(is);
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
    ["left an absentee bet for later", makeFullLot({ ...scheduled, myAbsentee: 300_000 }), "none"],
    ["did not bid", makeFullLot(), "none"],
    ["lost", makeFullLot({ myLastBet: 167_200, isBiddingOver: true, state: LotState.Sold }), "none"],
  ] as const)("one who %s", (_who, lot, stand) => {
    expect(standOn(lot, ME)).toBe(stand);
  });
  it("is nothing for a visitor", () => {
    expect(standOn(makeFullLot({ myLastBet: 1 }), null)).toBe("none");
  });
});

describe("bettorName", () => {
  it.each([
    [{ userId: 5, participant: 7, paddle: null, isAbsentee: null }, "Вы"],
    [{ userId: 6, participant: 217, paddle: null, isAbsentee: null }, "Участник 217"],
    [{ userId: null, participant: null, paddle: "41" }, "Зал, участник 41"],
    [{ userId: null, participant: null, paddle: null, isAbsentee: null }, "Зал"],
  ])("%o", (bet, name) => {
    expect(bettorName(bet, 5)).toBe(name);
  });
});
