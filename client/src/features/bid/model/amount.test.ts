import { describe, expect, it } from "vitest";
import { MAX_AMOUNT } from "@/lib/amounts";
import type { LotShort } from "@/lib/api/types";
import { makeLot } from "@/testing/factories";
import { amountError, excessText, isSuspicious, nearestOptions } from "./amount";

const cap = { value: 5000, text: "5000 руб" };

describe("amountError", () => {
  it.each([
    [null, 100, null, "Введите сумму"],
    [0, 100, null, "Введите сумму"],
    [105, 100, null, "Ставка должна быть кратна 10"],
    [MAX_AMOUNT, 100, null, null],
    [MAX_AMOUNT + 10, 100, cap, "Сумма больше допустимой"],
    [90, 100, null, "Ставка ниже минимальной"],
    [5010, 100, cap, "Ставка превышает допустимый лимит (5000 руб)"],
    // The server names the cap before the minimum.
    [5010, 6000, cap, "Ставка превышает допустимый лимит (5000 руб)"],
    [5000, 100, cap, null],
    [5010, 100, null, null],
    [100, 100, null, null],
  ])("%s over a minimum of %s: %s", (value, minimum, limit, expected) => {
    expect(amountError(value, { minimum, cap: limit })).toBe(expected);
  });
});

describe("an amount that needs confirmation", () => {
  const priceOf = (price: Partial<LotShort["price"]>) => ({ price: { ...makeLot().price, ...price } });
  const plain = priceOf({ estimatedFrom: null, estimatedTo: null });
  it.each([
    ["bet", 290, plain, false],
    ["bet", 300, plain, true],
    // Within the house's estimate.
    ["bet", 300, priceOf({ estimatedFrom: 200, estimatedTo: 300 }), false],
    ["bet", 310, priceOf({ estimatedFrom: 200, estimatedTo: 300 }), true],
    ["bet", 310, priceOf({ estimatedFrom: 300, estimatedTo: null }), true],
    ["limit", 990, plain, false],
    ["limit", 1000, plain, true],
  ] as const)("a %s of %i over a minimum of 100", (sum, value, lot, expected) => {
    expect(isSuspicious(value, sum, 100, lot)).toBe(expected);
  });

  it.each([
    [1_100_000, { value: 100 }, "В 11 000 раз выше текущей ставки"],
    [399, { value: null, start: 100 }, "В 3 раза выше стартовой цены"],
    [210, { value: null, start: 0, minBet: 10 }, "В 21 раз выше минимальной ставки"],
  ])("%i over %o is %s", (value, price, text) => {
    expect(excessText(value, priceOf(price)).replaceAll("\u00a0", " ")).toBe(text);
  });
});

describe("nearestOptions", () => {
  const options = [100, 110, 130, 150];
  it.each([
    [null, [100, 110]],
    [90, [100, 110]],
    [105, [100, 110]],
    [120, [110, 130]],
    [900, [130, 150]],
  ])("around %s", (value, expected) => {
    expect(nearestOptions(value, options)).toEqual(expected);
  });
});
