import { expect, it } from "vitest";
import { ladderPoints, readRow } from "./steps";

const table = [
  { start: 0, step: 200 },
  { start: 5000, step: 500 },
  { start: 6000, step: 1000 },
];
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");

it("reads a row back in words", () => {
  expect(plain(readRow(table, 0)?.rule)).toBe("С 0 ₽ шаг 200 ₽.");
  expect(plain(readRow(table, 0)?.example)).toBe("После ставки 0 идут 200, 400, 600 и так до 5 000 ₽.");
  expect(plain(readRow(table, 1)?.example)).toBe("После ставки 5 000 идут 5 500, 6 000 и так до 6 000 ₽.");
  expect(plain(readRow(table, 2)?.example)).toBe("После ставки 6 000 идут 7 000, 8 000, 9 000 и так далее.");
  expect(readRow(table, 3)).toBeNull();
});

it("draws every row and the end of the last one on a logarithmic scale", () => {
  expect(ladderPoints(table)).toEqual([
    { price: 500, step: 200 },
    { price: 5000, step: 500 },
    { price: 6000, step: 1000 },
    { price: 30_000, step: 1000 },
  ]);
  expect(ladderPoints([])).toEqual([]);
});
