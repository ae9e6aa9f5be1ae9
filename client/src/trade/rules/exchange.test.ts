import { describe, expect, it } from "vitest";
import { Currency } from "@/trade/enums";
import { converted } from "./exchange";

const rates = [
  { code: "USD", rubles: 80 },
  { code: "EUR", rubles: 93 },
  { code: "CNY", rubles: 11.2 },
];

describe("a converted sum", () => {
  it("of rubles is shown in the configured currencies", () => {
    expect(converted(335_000, Currency.Rub, rates)).toEqual([
      { code: "USD", value: 4190 },
      { code: "EUR", value: 3600 },
      { code: "CNY", value: 29_900 },
    ]);
    expect(converted(10_000, Currency.Rub, rates)[0]).toEqual({ code: "USD", value: 125 });
    expect(converted(0, Currency.Rub, rates)[0]).toEqual({ code: "USD", value: 0 });
  });

  it("of another currency is shown in rubles first", () => {
    expect(converted(1000, Currency.Usd, rates)).toEqual([
      { code: "RUB", value: 80_000 },
      { code: "EUR", value: 860 },
      { code: "CNY", value: 7140 },
    ]);
  });

  it("is not shown without its rate", () => {
    expect(converted(1000, Currency.Rub, [])).toEqual([]);
    expect(converted(1000, Currency.Eur, rates.slice(0, 1))).toEqual([]);
  });
});
