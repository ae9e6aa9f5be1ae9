import { expect, it } from "vitest";
import type { ArtistSale } from "@/lib/api/types";
import { Currency } from "@/trade/enums";
import { gridOf, medianOf, pricesOf, trendOf } from "./prices";

const sale = (soldAt: string, price: number, currency: number = Currency.Rub): ArtistSale => ({
  lotId: price,
  titleRu: "Этюд",
  price,
  currency: currency as ArtistSale["currency"],
  soldAt,
});

it("the median is the middle price, or the mean of two", () => {
  expect(medianOf([300, 100, 200])).toBe(200);
  expect(medianOf([100, 201])).toBe(151);
  expect(medianOf([7])).toBe(7);
});

it("prices are read in the currency with most sales, by Moscow years", () => {
  const prices = pricesOf([
    sale("2026-03-01T12:00:00Z", 900),
    // Already the next year in Moscow.
    sale("2024-12-31T22:00:00Z", 500),
    sale("2024-05-01T12:00:00Z", 100),
    sale("2026-02-01T12:00:00Z", 700, Currency.Eur),
  ]);
  expect(prices).toMatchObject({ currency: Currency.Rub, others: 1, latestMedian: 900 });
  expect(prices?.best.price).toBe(900);
  expect(prices?.sales.map(({ price }) => price)).toEqual([100, 500, 900]);
  expect(prices?.years).toEqual([
    { year: 2024, median: 100, sales: 1 },
    { year: 2025, median: 500, sales: 1 },
    { year: 2026, median: 900, sales: 1 },
  ]);
  expect(pricesOf([])).toBeNull();
});

it("a trend needs two years with enough sales", () => {
  const year = (year: number, sales: number) => ({ year, median: year, sales });
  expect(trendOf([year(2023, 1), year(2024, 3), year(2025, 2), year(2026, 4)])).toEqual({
    from: year(2024, 3),
    to: year(2026, 4),
  });
  expect(trendOf([year(2024, 3), year(2025, 2)])).toBeNull();
});

it.each([
  [310_000, [0, 100_000, 200_000, 300_000, 400_000]],
  [100, [0, 25, 50, 75, 100]],
  [1, [0, 1]],
])("the grid reaches %d", (highest, grid) => {
  expect(gridOf(highest)).toEqual(grid);
});
