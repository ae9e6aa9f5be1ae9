import { describe, expect, it } from "vitest";
import type { PaddleHolder } from "@/lib/api/types";
import { makeFullLot, makeLeadingBet } from "@/testing/factories";
import { LotState } from "@/trade/enums";
import { calledFor, holderLine, lotsOf, lotsText, paddleOf } from "./paddles";

const holder = (values: Partial<PaddleHolder>): PaddleHolder => ({
  id: 1,
  number: "41",
  name: "Виктор Лемешев",
  phone: null,
  deposit: null,
  limit: null,
  isByPhone: false,
  language: null,
  lots: [],
  caller: null,
  ...values,
});
const bought = (value: number, paddle: string) => {
  const lot = makeFullLot({ state: LotState.Sold, isBiddingOver: true });
  return {
    ...lot,
    price: { ...lot.price, value },
    leadingBet: makeLeadingBet({ value, participant: null, paddle }),
  };
};

describe("beside the number that was typed", () => {
  const line = (typed: string, holders: PaddleHolder[], next: number) =>
    holderLine(paddleOf(typed, holders, []), holders, {
      lots: [bought(300_000, "41"), bought(90_000, "7")],
      next,
      currency: 0,
    });

  it("stands the name, and what is left of the limit", () => {
    expect(line(" 41 ", [holder({ limit: 500_000 })], 200_000)).toEqual({
      name: "Виктор Лемешев",
      note: "лимит 500\u00a0000\u00a0₽, куплено на 300\u00a0000\u00a0₽",
      bad: false,
    });
    expect(line("41", [holder({})], 10)?.note).toMatch(/без лимита/);
  });

  it("warns that the bet would pass the limit, or that the registry does not have the number", () => {
    expect(line("41", [holder({ limit: 500_000 })], 200_010)).toMatchObject({
      note: expect.stringContaining("сверх лимита на 10"),
      bad: true,
    });
    expect(line("9", [holder({})], 10)).toMatchObject({ name: "Номер не выдан", bad: true });
  });

  it("stands nothing without a number, or without a registry", () => {
    expect(line("", [holder({})], 10)).toBeNull();
    expect(line("41", [], 10)).toBeNull();
  });

  it("says what is no number, with a registry or without", () => {
    expect(line("17-18", [], 10)).toMatchObject({ name: "Нет такого номера", bad: true });
    expect(line("17-18", [holder({})], 10)).toMatchObject({ name: "Нет такого номера", bad: true });
  });
});

describe("the paddle that was typed", () => {
  it.each([
    ["41", "41"],
    [" 41 ", "41"],
    ["15,", "15"],
    ["15, ", "15"],
    ["15.", "15"],
    ["-15", "15"],
    ["№ 15", "15"],
    ["А7", "А7"],
    ["vip3", "vip3"],
    ["", ""],
    ["  ", ""],
  ])("«%s» is %s", (typed, number) => {
    expect(paddleOf(typed, [], [])).toEqual({ number, fault: null });
  });

  it.each(["17-18", "17,18", "17 18", "15,-2,", ",", "-"])("«%s» is nobody", (typed) => {
    expect(paddleOf(typed, [holder({ number: "17" })], []).fault).toBe(/\d/.test(typed) ? "mixed" : "blank");
  });

  it("may have other characters if the registry has it, or if it has bet before", () => {
    expect(paddleOf("17-18", [holder({ number: "17-18" })], [])).toEqual({ number: "17-18", fault: null });
    expect(paddleOf("15,", [holder({ number: "15," })], [])).toEqual({ number: "15,", fault: null });
    const bet = makeLeadingBet({ participant: null, paddle: "17-18" });
    expect(paddleOf("17-18,", [], [bet])).toEqual({ number: "17-18", fault: null });
    // Not by a bet of before that was a slip itself.
    expect(paddleOf("15,", [], [{ ...bet, paddle: "15," }]).number).toBe("15");
  });
});

it("finds who is called for a lot", () => {
  const holders = [
    holder({ id: 1, isByPhone: true, lots: [3] }),
    holder({ id: 2, isByPhone: true }),
    holder({ id: 3, isByPhone: true, lots: [4] }),
    holder({ id: 4, lots: [3] }),
  ];
  const called = calledFor(makeFullLot({ catalogLotId: 3 }), holders);
  expect(called.map(({ id }) => id)).toEqual([1, 2]);
});

describe("a list of lots", () => {
  it.each([
    ["12, 48–52", [12, 48, 49, 50, 51, 52], "12, 48–52"],
    [" 3;2 ", [2, 3], "2, 3"],
    ["", [], ""],
  ])("%s is read and written", (text, lots, written) => {
    expect(lotsOf(text)).toEqual(lots);
    expect(lotsText(lots)).toBe(written);
  });

  it.each(["двенадцать", "5-3", "0", "1-2-3"])("%s is none", (text) => {
    expect(lotsOf(text)).toBeNull();
  });
});
