import { expect, it } from "vitest";
import { eventTitle } from "./roomEvents";

const tick = (...events: object[]) => ({
  eventId: 923,
  eventName: "Событие по времени",
  after: { command: {}, outcome: "accepted", events },
});
const hammer = (lot: number, sold: boolean) => ({ hammer: { lot, sold, t: 0 } });

it.each([
  [
    "another command keeps its name",
    { eventId: 908, eventName: "Лот продан", after: { events: [hammer(1, true)] } },
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
    "По времени: лот не продан, лот открыт, заочная ставка (2)",
  ],
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
