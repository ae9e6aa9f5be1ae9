import { describe, expect, it } from "vitest";
import type { DeskAction } from "./actions";
import { controlsOf, jumpOf, keysNote } from "./controls";
import type { Desk, DeskLot, Target } from "./desk";

const NOW = 1_800_000_000_000;
const LOT: DeskLot = {
  state: 1,
  isBiddingOver: false,
  isWarned: false,
  leading: 1000,
  reserve: "none",
  choice: null,
  fate: { text: "Лот 3 будет продан участнику 17 за 1 000 ₽.", isSold: true, isLast: false },
  end: null,
};
const DESK: Desk = {
  catalogState: 1,
  isAutoStart: false,
  isPaused: false,
  startDate: NOW - 60_000,
  current: LOT,
  isLoaded: true,
  waiting: 5,
  previous: { number: 3, isPaid: false, about: [] },
  isAuctioneer: true,
  isAdmin: false,
};

function alive(desk: Partial<Desk>, lot?: Partial<DeskLot>): DeskAction[] {
  const current = desk.current === null ? null : { ...LOT, ...lot };
  return controlsOf({ ...DESK, ...desk, current }, NOW)
    .filter((control) => control.off === null)
    .map((control) => control.action);
}

describe("«Следующий»", () => {
  const next = (lot: Partial<DeskLot>) =>
    controlsOf({ ...DESK, current: { ...LOT, ...lot } }, NOW).find(({ action }) => action === "next");

  it("says what becomes of the lot, and its button does too", () => {
    expect(next({})).toMatchObject({
      question: LOT.fate.text,
      title: "Следующий лот",
      confirm: "Продать и дальше",
    });
    expect(next({ fate: { ...LOT.fate, isSold: false } })?.confirm).toBe("Дальше без продажи");
    expect(next({ fate: { ...LOT.fate, isSold: null } })?.confirm).toBe("Дальше");
    expect(next({ fate: { ...LOT.fate, isLast: true } })?.title).toBe("Последний лот");
  });

  it("asks nothing after the hammer", () => {
    expect(next({ isBiddingOver: true })?.question).toBeNull();
  });
});

it("asks before the next lot where none is on the screen", () => {
  const next = controlsOf({ ...DESK, current: null }, NOW).find(({ action }) => action === "next");
  expect(next).toMatchObject({ off: null, question: expect.stringContaining("нет на экране") });
});

describe("the line beside the keys", () => {
  const SCHEDULED = { catalogState: 0, current: null };
  const byClock = { isAutoStart: true, current: { ...LOT, end: NOW + 1 } };
  const notStarted = "Торги не идут";
  const tooEarly = "Открыть торги можно за 15 минут до начала";

  it.each<[string, Partial<Desk>, string | null, string[]]>([
    ["is not there while single keys are off", {}, null, []],
    ["names the start", SCHEDULED, "Торги не идут: остальные клавиши включит «Старт»", [notStarted]],
    [
      "says why there is no start yet",
      { ...SCHEDULED, startDate: NOW + 3_600_000 },
      `${tooEarly}. До этого клавиши выключены`,
      [notStarted, tooEarly],
    ],
    [
      "says what is missing for a start",
      { ...SCHEDULED, waiting: 0 },
      "Нет лотов для торгов, поэтому клавиши выключены",
      [notStarted, "Нет лотов для торгов"],
    ],
    [
      "stays as long as a sale runs by the clock",
      byClock,
      "Торги идут по времени: «Продать», «Следующий» и «Снять лот» включатся, когда время лота выйдет",
      ["Время торгов по лоту не истекло"],
    ],
    ["leaves a pause to the banner", { ...byClock, isPaused: true }, null, []],
    ["goes after its last lot", { ...byClock, catalogState: 2 }, null, []],
  ])("%s", (_, more, text, covers) => {
    const desk = { ...DESK, ...more };
    expect(keysNote(desk, controlsOf(desk, NOW))).toEqual(text === null ? null : { text, covers });
  });
});

describe("which keys of the desk are alive", () => {
  it.each<[string, Partial<Desk>, Partial<DeskLot> | undefined, DeskAction[]]>([
    ["an open lot with a bet", {}, undefined, ["sell", "warn", "pause", "next", "previous", "revoke"]],
    ["a pause", { isPaused: true }, undefined, ["resume", "revoke"]],
    ["an open lot without a bet", {}, { leading: null }, ["pause", "next", "skip", "previous"]],
    [
      "a bet below the reserve",
      {},
      { reserve: "not-reached" },
      ["sell", "warn", "pause", "next", "skip", "previous", "revoke"],
    ],
    [
      "auto-start before the lot's end",
      { isAutoStart: true },
      { end: NOW + 1 },
      ["pause", "previous", "revoke"],
    ],
    [
      "auto-start at the lot's end",
      { isAutoStart: true },
      { end: NOW },
      ["sell", "pause", "next", "previous", "revoke"],
    ],
    ["the lot is sold", {}, { isBiddingOver: true, state: 2 }, ["next", "previous"]],
    ["waiting for the end", { catalogState: 5, current: null }, undefined, ["previous", "finish"]],
    [
      "scheduled, within the start gap",
      { catalogState: 0, current: null, startDate: NOW + 900_000 },
      undefined,
      ["start"],
    ],
    ["scheduled, too early", { catalogState: 0, current: null, startDate: NOW + 900_001 }, undefined, []],
    ["scheduled, nothing to open", { catalogState: 0, current: null, waiting: 0 }, undefined, []],
    ["the lots have not come", { current: null, isLoaded: false, waiting: 0, previous: null }, undefined, []],
    ["completed", { catalogState: 2, current: null }, undefined, []],
    [
      "not the catalog's auctioneer",
      { isAuctioneer: false },
      undefined,
      ["sell", "warn", "pause", "next", "previous"],
    ],
  ])("%s", (_, desk, lot, actions) => {
    expect(alive(desk, lot)).toEqual(actions);
  });

  it("says why a key is off", () => {
    const skip = controlsOf({ ...DESK, current: { ...LOT, reserve: "reached" } }, NOW).find(
      (c) => c.action === "skip",
    );
    expect(skip?.off).toBe("Есть ставка, резервная цена достигнута");
  });

  it("asks before a lot is sold below its reserve, and only then", () => {
    const sell = (reserve: DeskLot["reserve"]) =>
      controlsOf({ ...DESK, current: { ...LOT, reserve } }, NOW).find((c) => c.action === "sell")?.question;
    expect(sell("not-reached")).toMatch(/Резервная цена не достигнута/);
    expect(sell("reached")).toBeNull();
  });

  it("warns before such a sale that an order may raise the price", () => {
    const about = (isSold: boolean | null) =>
      controlsOf({ ...DESK, current: { ...LOT, reserve: "not-reached", fate: { ...LOT.fate, isSold } } }, NOW)
        .find(({ action }) => action === "sell")
        ?.about?.join();
    expect(about(null)).toBe(
      "Если заочная ставка лидера доходит до резерва, продажа будет по резервной цене.",
    );
    expect(about(false)).toBeUndefined();
  });
});

describe("lots at the buyer's choice", () => {
  const control = (lot: Partial<DeskLot>, action: DeskAction) => {
    const choice = { numbers: [52, 54], sells: false };
    return controlsOf({ ...DESK, current: { ...LOT, choice, ...lot } }, NOW).find((c) => c.action === action);
  };

  it("are sold by a question which of them", () => {
    expect(control({}, "sell")).toMatchObject({ off: null, takesLots: true });
    expect(control({ isBiddingOver: true, state: 0 }, "sell")).toMatchObject({ takesLots: false });
  });

  it("are passed or offered one by one, unless the bet sells one of them", () => {
    const sells = { choice: { numbers: [52, 54], sells: true } };
    for (const action of ["next", "skip"] as const) {
      expect(control({ leading: null }, action)?.off).toBeNull();
      expect(control({ reserve: "reached" }, action)?.off).toBeNull();
      expect(control(sells, action)?.off).toMatch(/Есть ставка/);
    }
    expect(control({}, "skip")?.question).toMatch(/52 и 54/);
    expect(control({}, "next")?.question).toMatch(/по одному/);
    expect(control({ ...sells, isBiddingOver: true }, "next")).toMatchObject({ off: null, question: null });
  });
});

describe("a jump to a lot", () => {
  const TARGET: Target = {
    id: 9,
    number: 52,
    result: null,
    isCurrent: false,
    follows: null,
    about: ["Лот 52"],
  };
  const jump = (target: Target | null, desk: Partial<Desk> = {}, lot: Partial<DeskLot> = {}) =>
    jumpOf({ ...DESK, ...desk, current: { ...LOT, ...lot } }, 52, target, NOW);

  it.each<[string, Target | null, Partial<Desk>, Partial<DeskLot>, RegExp]>([
    ["an unknown number", null, {}, {}, /Такого лота нет/],
    ["the lot on the block", { ...TARGET, isCurrent: true }, {}, {}, /Уже на торгах/],
    [
      "a lot sold with another",
      { ...TARGET, follows: "вместе с лотом 48" },
      {},
      {},
      /Продаётся вместе с лотом 48/,
    ],
    ["a lot that is over", { ...TARGET, result: "Продан" }, {}, {}, /Продан/],
    ["a pause", TARGET, { isPaused: true }, {}, /на паузе/],
    ["a sale that waits for its end", TARGET, { catalogState: 5 }, {}, /не идут/],
    ["auto-start before the lot's end", TARGET, { isAutoStart: true }, { end: NOW + 1 }, /не истекло/],
  ])("is refused for %s", (_, target, desk, lot, why) => {
    expect(jump(target, desk, lot).off).toMatch(why);
  });

  it("asks first only where a bet would be left behind", () => {
    expect(jump(TARGET).question).toMatch(/вернётся в очередь/);
    expect(jump(TARGET, {}, { leading: null })).toMatchObject({ off: null, question: null });
    expect(jump(TARGET, {}, { isBiddingOver: true })).toMatchObject({ off: null, question: null });
  });
});
