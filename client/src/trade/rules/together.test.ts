import { describe, expect, it } from "vitest";
import { LotState } from "@/trade/enums";
import {
  followsText,
  isHammered,
  justTaken,
  leaderOf,
  listed,
  takenText,
  termsText,
  togetherText,
} from "./together";

const lot = (catalogLotId: number, together: number[], state: number = LotState.None, isChoice = false) => ({
  catalogLotId,
  together,
  state,
  isChoice,
  isBiddingOver: state === LotState.Sold,
});

it("says which lots are sold as one, and under which number", () => {
  expect(listed([14, 15])).toBe("14 и 15");
  expect(togetherText(lot(15, []))).toBeNull();
  expect(termsText(lot(15, []))).toBeNull();
  expect(togetherText(lot(15, [14, 15, 16]))).toBe("Лоты 14, 15 и 16 продаются вместе");
  expect(termsText(lot(15, [14, 15, 16]))).toBe("Лоты 14, 15 и 16 продаются вместе, одной ценой");
  expect(togetherText(lot(15, [14, 15], LotState.Sold))).toBe("Лоты 14 и 15 проданы вместе");
  expect([14, 15, 16].map((number) => leaderOf(lot(number, [14, 15])))).toEqual([null, 14, 14]);
  expect(leaderOf(lot(14, []))).toBeNull();
  expect(followsText(lot(15, [14, 15]))).toBe("вместе с лотом 14");
});

describe("lots at the buyer's choice", () => {
  const group = [14, 15, 16];
  const chosen = (state: number, number = 15) => lot(number, group, state, true);

  it("are named with the others, and taken they are lots like any other", () => {
    expect(togetherText(chosen(LotState.None))).toBe("На выбор покупателя, вместе с лотами 14 и 16");
    expect(termsText(lot(14, [14, 15], LotState.InProcess, true))).toBe(
      "На выбор покупателя, вместе с лотом 15. Цена за один лот",
    );
    expect(followsText(chosen(LotState.None))).toBe("на выбор с лотом 14");
    expect([togetherText, leaderOf, followsText].map((says) => says(chosen(LotState.Sold)))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("tell from the lot on the block what the winner has taken", () => {
    const open = chosen(LotState.InProcess, 14);
    expect(isHammered(open)).toBe(false);
    expect(justTaken([open, chosen(LotState.None)], open)).toBeNull();
    const waits = chosen(LotState.None, 14);
    const taken = justTaken([chosen(LotState.Sold, 16), chosen(LotState.Sold), waits], waits);
    expect(taken?.map(({ catalogLotId }) => catalogLotId)).toEqual([15, 16]);
    expect(takenText(taken)).toBe("Проданы лоты 15 и 16, каждый за эту цену");
    expect(takenText(justTaken([chosen(LotState.Sold)], waits))).toBeNull();
    expect(justTaken([waits], waits)).toBeNull();
    expect(isHammered(lot(14, [], LotState.None))).toBe(false);
  });
});
