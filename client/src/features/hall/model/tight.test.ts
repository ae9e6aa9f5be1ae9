import { expect, it } from "vitest";
import { makeHallLot } from "@/testing/factories";
import { LotState } from "@/trade/enums";
import { isTight } from "./tight";

const author = (name: string) => [{ id: 1, name }];
const LONG = {
  author: author("Неизвестный художник круга Фёдора Рокотова"),
  titleRu: "Портрет неизвестной в голубом платье с розой",
};
const SHORT = { author: author("Иван Шишкин"), titleRu: "Полдень" };
const going = { pausedAt: null, pauseReason: null };
const paused = {
  pausedAt: "2026-11-21T11:00:00Z",
  pauseReason: "Ждём эксперта, он проверит подпись на обороте холста",
};
const sold = { state: LotState.Sold };

it.each([
  ["a short name has all the room", SHORT, going, { together: null, hasOthers: true }, false],
  ["so has a long one without other currencies", LONG, going, { together: null, hasOthers: false }, false],
  [
    "two lines each with other currencies are too many",
    LONG,
    going,
    { together: null, hasOthers: true },
    true,
  ],
  [
    "and with lots sold together",
    LONG,
    going,
    { together: "Лоты 14, 15 и 16 вместе", hasOthers: false },
    true,
  ],
  ["and with the reason of a pause", LONG, paused, { together: null, hasOthers: false }, true],
  [
    "which nobody reads after the hammer",
    { ...LONG, ...sold },
    paused,
    { together: null, hasOthers: false },
    false,
  ],
])("%s", (_, lot, sale, more, tight) => {
  expect(isTight(sale, makeHallLot(lot), more)).toBe(tight);
});
