import { describe, expect, it } from "vitest";
import { at, makeLeadingBet, makeLot } from "@/testing/factories";
import { makeBet } from "@/testing/lot";
import { withLeading } from "./feed";

const ME = 7;
const RIVAL = 217;
const opening = makeBet({ id: 1, value: 300_000, created: at(0), participant: RIVAL });
const top = makeBet({ id: 2, value: 320_000, created: at(1000), participant: RIVAL });

/** The feed of a lot whose history is `bets`, after its room has announced `leading` as the newest of `count` bets. */
function feed(bets: (typeof top)[], leading: Partial<typeof top> | null, count: number) {
  const leadingBet = leading && makeLeadingBet({ participant: RIVAL, ...leading });
  const lot = { ...makeLot(), lotId: 12, catalogId: 11, leadingBet, betsCount: count };
  const { bets: shown, complete } = withLeading(bets, lot, ME);
  return { values: shown.map(({ value }) => value), complete };
}

describe("the feed of a lot", () => {
  it.each([
    ["keeps the fetched history", [top, opening], top, 2, [320_000, 300_000], true],
    ["adds a new bet on top", [opening], top, 2, [320_000, 300_000], true],
    ["is empty without a bet", [top, opening], null, 0, [], true],
    ["misses a bet recorded together with the leading one", [], top, 2, [320_000], false],
    ["still holds revoked bets below the same leader", [top, opening], top, 1, [320_000, 300_000], false],
    ["still has a revoked bet on top", [top, opening], opening, 1, [320_000, 300_000], false],
    [
      "still holds revoked bets below a later bet of the same value",
      [top],
      { value: top.value, created: at(2000) },
      1,
      [320_000, 320_000],
      false,
    ],
    [
      "adds the viewer's own bet, whose source only the history knows",
      [opening],
      { ...top, participant: ME },
      2,
      [320_000, 300_000],
      false,
    ],
  ] as const)("%s", (_name, bets, leading, count, values, complete) => {
    expect(feed([...bets], leading, count)).toEqual({ values, complete });
  });

  it("is complete once the history includes the viewer's own bet", () => {
    const mine = { ...top, participant: ME, isMine: true, isAbsentee: true };
    expect(feed([mine, opening], mine, 2).complete).toBe(true);
  });
});
