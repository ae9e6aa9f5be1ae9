import { expect, it } from "vitest";
import { sameCut, sentPart, turnedLeft, turnedRight, WHOLE } from "./cut";

const corner = { turns: 0, part: { x: 0, y: 0.25, width: 0.5, height: 0.75 } };

it("turns the chosen part with the picture", () => {
  // The lower left corner comes to the upper left.
  expect(turnedRight(corner)).toEqual({ turns: 1, part: { x: 0, y: 0, width: 0.75, height: 0.5 } });
  expect(turnedLeft(corner)).toEqual({ turns: 3, part: { x: 0.25, y: 0.5, width: 0.75, height: 0.5 } });
  expect(turnedLeft(turnedRight(corner))).toEqual(corner);
  expect(turnedRight({ turns: 3, part: null })).toEqual({ turns: 0, part: null });
});

it("sends parts that lie within the picture, and none for the whole", () => {
  expect(sentPart(WHOLE)).toBeNull();
  expect(sentPart({ x: -1e-9, y: 0, width: 1 + 1e-9, height: 1 })).toBeNull();
  expect(sentPart({ x: 0.5, y: 0, width: 0.6, height: 1 })).toEqual({ x: 0.5, y: 0, width: 0.5, height: 1 });
});

it("knows when nothing was changed", () => {
  expect(sameCut(corner, { ...corner, part: { ...corner.part, x: 1e-6 } })).toBe(true);
  expect(sameCut(corner, { ...corner, turns: 1 })).toBe(false);
  expect(sameCut({ turns: 0, part: null }, { turns: 0, part: WHOLE })).toBe(true);
  expect(sameCut({ turns: 0, part: null }, corner)).toBe(false);
});
