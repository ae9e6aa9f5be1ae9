import { expect, it } from "vitest";
import { type Box, clearTop } from "./clearPlace";

const SCREEN = 800;
const box = (top: number, height: number, left = 0, width = 300): Box => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
});

it.each<[string, Box, Box[], number]>([
  ["stays where nothing is", box(64, 150), [box(300, 40)], 64],
  ["stays beside what it does not reach", box(64, 150), [box(80, 40, 400)], 64],
  ["moves below what it would cover", box(64, 150), [box(80, 40)], 124],
  ["moves up if that is nearer", box(640, 150), [box(760, 40)], 606],
  ["finds the gap that is large enough", box(64, 150), [box(80, 40), box(200, 40), box(420, 40)], 244],
  ["stays on the screen", box(700, 90), [box(720, 60)], 626],
  [
    "covers as little as possible where there is no gap",
    box(64, 400),
    [box(80, 20), box(200, 20), box(320, 20), box(640, 20)],
    224,
  ],
])("%s", (_, of, acts, top) => {
  expect(clearTop(of, acts, SCREEN)).toBe(top);
});
