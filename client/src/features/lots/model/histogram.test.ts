import { expect, it } from "vitest";
import { barsOf, stopAt, stopsOf } from "./histogram";

const prices = [
  { from: 1000, to: 1333, count: 2 },
  { from: 1779, to: 2371, count: 5 },
];

it("fills the steps without lots", () => {
  expect(barsOf(prices)).toEqual([
    { from: 1000, to: 1333, count: 2 },
    { from: 1334, to: 1778, count: 0 },
    { from: 1779, to: 2371, count: 5 },
  ]);
  expect(barsOf([])).toEqual([]);
});

it("leaves out the steps without a whole price", () => {
  const low = [
    { from: 1, to: 1, count: 1 },
    { from: 10, to: 13, count: 1 },
  ];
  const froms = barsOf(low).map(({ from }) => from);
  expect(froms).toEqual([1, 2, 3, 4, 5, 6, 8, 10]);
});

it("has stops at round sums that enclose the bars between them", () => {
  const stops = stopsOf(barsOf(prices));
  expect(stops).toEqual({ from: [1000, 1300, 1700, 2371], to: [1000, 1400, 1800, 2400] });
  expect([1, 1000, 1500, 9000].map((price) => stopAt(stops.from, price))).toEqual([0, 0, 1, 3]);
  expect([1400, 2000, 2400].map((price) => stopAt(stops.to, price))).toEqual([1, 2, 3]);
  expect(stopsOf([])).toEqual({ from: [], to: [] });
});
