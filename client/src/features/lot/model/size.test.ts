import { expect, it } from "vitest";
import { outlineOf } from "./size";

it.each([
  ["34 × 27 × 2,8 см", { height: 34, width: 27 }],
  ["28х36 см", { height: 28, width: 36 }],
  ["Высота 18,7 см", { height: 18.7, width: null }],
  ["Диаметр 25 см", { height: 25, width: 25 }],
  ["1,2 x 0.8 м", { height: 120, width: 80 }],
  ["450 × 300 мм", { height: 45, width: 30 }],
  ["Размер не указан", null],
  ["0 × 20 см", null],
  ["Масса 12 мг", null],
  ["54 000 × 82 м", null],
  [null, null],
])("%s", (size, outline) => {
  expect(outlineOf(size)).toEqual(outline);
});
