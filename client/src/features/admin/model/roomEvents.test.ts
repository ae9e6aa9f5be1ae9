import { expect, it } from "vitest";
import { eventTitle } from "./roomEvents";

const tick = (...events: object[]) => ({
  eventId: 923,
  eventName: "Событие по времени",
  after: { command: {}, outcome: "accepted", events },
  lots: [{ id: 1, number: 20, title: "Закат" }],
});
const hammer = (lot: number, sold: boolean) => ({ hammer: { lot, sold, t: 0 } });

it.each([
  [
    "another command keeps its name",
    { eventId: 908, eventName: "Лот продан", after: { events: [hammer(1, true)] }, lots: [] },
    "Лот продан",
  ],
  [
    "a lot's end opens the next, whose absentee orders bid",
    tick(
      hammer(1, false),
      { opened: { lot: 2, t: 0 } },
      { bet: { lot: 2, v: 500, abs: true, t: 0 } },
      { bet: { lot: 2, v: 600, abs: true, t: 0 } },
    ),
    "По времени: лот 20 не продан, лот открыт, заочная ставка (2)",
  ],
  ["an end that moves", tick({ end: { lot: 1, end: 0, t: 0 } }), "По времени: окончание лота 20 перенесено"],
  ["several lots at once", tick(hammer(1, false), hammer(2, false)), "По времени: лот не продан (2)"],
  ["a start", tick({ started: { t: 0 } }), "По времени: торги начались"],
  [
    "a start that was missed",
    tick({ start_missed: { t: 0, why: "end_passed" } }),
    "По времени: торги не начались: время окончания прошло",
  ],
  ["an end", tick({ completed: { t: 0 } }), "По времени: торги завершены"],
  ["a kind unknown to this version", tick({ dissolved: { t: 0 } }), "По времени"],
  ["a record without events", { ...tick(), after: null }, "По времени"],
])("%s", (_name, record, expected) => {
  expect(eventTitle(record)).toBe(expected);
});
