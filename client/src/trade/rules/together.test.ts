import { expect, it } from "vitest";
import { LotState } from "@/lib/enums";
import { leaderOf, listed, togetherText } from "./together";

const lot = (catalogLotId: number, together: number[], state: number = LotState.None) => ({
  catalogLotId,
  together,
  state,
});

it("says which lots are sold as one, and under which number", () => {
  expect(listed([14, 15])).toBe("14 и 15");
  expect(togetherText(lot(15, []))).toBeNull();
  expect(togetherText(lot(15, [14, 15, 16]))).toBe("Лоты 14, 15 и 16 продаются вместе");
  expect(togetherText(lot(15, [14, 15], LotState.Sold))).toBe("Лоты 14 и 15 проданы вместе");
  expect([14, 15, 16].map((number) => leaderOf(lot(number, [14, 15])))).toEqual([null, 14, 14]);
  expect(leaderOf(lot(14, []))).toBeNull();
});
