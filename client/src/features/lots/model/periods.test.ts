import { expect, it } from "vitest";
import { periodLabel } from "./periods";

it.each([
  [1650, "До XVIII века"],
  [1700, "Первая половина XVIII века"],
  [1850, "Вторая половина XIX века"],
  [1900, "Первая половина XX века"],
  [2000, "Первая половина XXI века"],
])("names the half century from %i", (from, label) => {
  expect(periodLabel(from)).toBe(label);
});
