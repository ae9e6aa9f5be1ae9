import { describe, expect, it } from "vitest";
import { bettorName, positionOn } from "./position";

const leadingBet = (userId: number | null) => ({
  id: 1,
  value: 100,
  created: "",
  userId,
  participant: 7,
  paddle: null,
  isAbsentee: null,
});

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
