import { expect, it } from "vitest";
import { readFilter } from "./filter";

it("drops what the server would refuse", () => {
  expect(readFilter(new URLSearchParams("search=%00ваза%00")).search).toBe("ваза");
});

it.each([
  ["from=20000&to=500000", 20_000, 500_000],
  ["from=500000&to=20000", 20_000, 500_000],
  ["from=500000", 500_000, null],
  ["to=20000", null, 20_000],
])("reads the lower price of %s as the lowest", (address, priceFrom, priceTo) => {
  expect(readFilter(new URLSearchParams(address))).toMatchObject({ priceFrom, priceTo });
});
