import { describe, expect, it } from "vitest";
import { vectors } from "@/testing/vectors";
import { allInText, withCommission } from "./commission";

describe("a price with the commission", () => {
  it("agrees with the server", () => {
    const rows = vectors<{ price: number; commission: number; total: number }>("commission.json");
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(withCommission(row.price, row.commission)).toBe(row.total);
  });
});

describe("what the buyer pays in all", () => {
  it.each([
    [184_000, 15, 0, "с комиссией 211 600 ₽"],
    [100, 12.5, 1, "с комиссией 113 €"],
    [184_000, 0, 0, null],
    [0, 15, 0, null],
  ])("%i at %d %%, currency %i: %s", (value, commission, currency, text) => {
    expect(allInText(value, commission, currency)?.replaceAll("\u00a0", " ") ?? null).toBe(text);
  });
});
