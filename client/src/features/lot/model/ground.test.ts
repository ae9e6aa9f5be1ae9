import { expect, it } from "vitest";
import { WHOLE, workOf } from "./ground";

/** A picture of 40 × 40 grey pixels. */
function picture(grey: (x: number, y: number) => number) {
  const side = 40;
  const data = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) data.fill(grey(x, y), (y * side + x) * 4, (y * side + x) * 4 + 4);
  }
  return { data, width: side, height: side };
}

const isVase = (x: number, y: number) => x >= 10 && x < 30 && y >= 4 && y < 36;

it("finds a work on an even ground, though the light falls off", () => {
  expect(workOf(picture((x, y) => (isVase(x, y) ? 90 : 240 - y * 2)))).toEqual({
    left: 0.25,
    top: 0.1,
    width: 0.5,
    height: 0.8,
  });
});

it("cuts an edge off what fills its picture, and nothing where work and ground cannot be told apart", () => {
  expect(workOf(picture((x, y) => (x * 53 + y * 97) % 200))).toMatchObject({ width: 0.95, height: 0.95 });
  expect(workOf(picture(() => 240))).toEqual(WHOLE);
  expect(workOf(picture((x, y) => (x === 20 && y === 20 ? 0 : 240)))).toEqual(WHOLE);
});
