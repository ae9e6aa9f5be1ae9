import { expect, it } from "vitest";
import { allIn } from "./totals";

const plain = (text: string | null) => text?.replace(/\u00a0/g, " ") ?? null;

it("sums prices with their own commissions, and each currency for itself", () => {
  expect(allIn([])).toBeNull();
  expect(
    plain(
      allIn([
        { value: 145_000, commission: 15, currency: 0 },
        { value: 1_000, commission: 12.5, currency: 0 },
        { value: 100, commission: 0, currency: 1 },
      ]),
    ),
  ).toBe("167 875 ₽ и 100 €");
});
