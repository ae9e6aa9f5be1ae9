import { describe, expect, it } from "vitest";
import { amountError, isSuspicious, nearestOptions } from "./amount";

const cap = { value: 5000, text: "5000 руб" };

describe("amountError", () => {
  it.each([
    [null, 100, null, "Введите сумму"],
    [0, 100, null, "Введите сумму"],
    [105, 100, null, "Ставка должна быть кратна 10"],
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

it("asks about five times the minimum and more", () => {
  expect(isSuspicious(1_011_990, 202_400)).toBe(false);
  expect(isSuspicious(1_012_000, 202_400)).toBe(true);
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
