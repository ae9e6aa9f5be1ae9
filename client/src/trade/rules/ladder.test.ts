import { describe, expect, it } from "vitest";
import { vectors } from "@/testing/vectors";
import { betOptions, DEFAULT_STEPS, ladderOf, minimumBet, type StepRow, stepAt } from "./ladder";

interface LotRow {
  catalogType: number;
  calculationType: number;
  stepsTable: StepRow[] | null;
  start: number;
  leading: number | null;
}

describe("the ladder agrees with the golden vectors of the rules", () => {
  it("step", () => {
    for (const row of vectors<{ stepsTable: StepRow[] | null; price: number; step: number }>("step.json")) {
      expect(stepAt(row.stepsTable ?? DEFAULT_STEPS, row.price), JSON.stringify(row)).toBe(row.step);
    }
  });

  it("minimum bet", () => {
    for (const row of vectors<LotRow & { minBet: number }>("min_bet.json")) {
      expect(minimumBet(ladderOf(row), row.start, row.leading), JSON.stringify(row)).toBe(row.minBet);
    }
  });

  it("bet options", () => {
    for (const row of vectors<LotRow & { absentee: boolean; options: number[] }>("bet_options.json")) {
      const ladder = ladderOf(row);
      const minimum = minimumBet(ladder, row.start, row.leading);
      expect(betOptions(ladder, minimum, row.absentee), JSON.stringify(row)).toEqual(row.options);
    }
  });
});
