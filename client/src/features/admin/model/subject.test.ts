import { expect, it } from "vitest";
import type { JournalRecord } from "@/lib/api/types";
import { manyLotsOf, subjectsOf } from "./subject";

const record = (eventId: number, subjectId: number | null, catalogId: number | null = null) =>
  ({ eventId, subjectId, catalogId, catalogTitle: null, lots: [] as JournalRecord["lots"] }) as JournalRecord;

const lot = (id: number, number: number | null, title = "Закат") => ({ id, number, title });

const exported = (after: object, subjectId: number) =>
  ({ ...record(126, subjectId), after }) as JournalRecord;

it.each([
  [
    "a person's record leads to the person",
    record(102, 8),
    { label: "Пользователь № 8", to: "/admin/users?id=8" },
  ],
  ["a request has no page", record(121, 8), { label: "Заявка № 8", to: undefined }],
  ["a moderated message is no sale", record(341, 8), { label: "Сообщение № 8" }],
  ["a bet that was hidden is no lot", record(411, 167_772_161), { label: "Ставка № 167772161" }],
  ["a room's start leads to the sale", record(906, 10, 10), { label: "Торги № 10", to: "/auction/10/-" }],
  [
    "a lot is named",
    { ...record(402, 18), lots: [lot(18, 20)] } as JournalRecord,
    { label: "Лот 20, «Закат»", to: "/lot/18/-" },
  ],
  [
    "one without a number by its title, cut between words",
    { ...record(402, 18), lots: [lot(18, null, `Вид на ${"старую ".repeat(9)}мельницу`)] } as JournalRecord,
    {
      label: `Лот «Вид на${" старую".repeat(7)}…»`,
      to: "/lot/18/-",
    },
  ],
  [
    "a sale's record without its title is named by what the sale is called now",
    { ...record(311, 10), catalogTitle: "Осень" } as JournalRecord,
    { label: "Торги «Осень»", to: "/auction/10/-" },
  ],
  [
    "a sale is named where its record has the title",
    { ...record(302, 10), before: { title: "Осень" }, after: { title: "Зима" } } as JournalRecord,
    { label: "Торги «Зима»", to: "/auction/10/-" },
  ],
  [
    "also once it is deleted",
    { ...record(303, 10), before: { title: "Осень" }, after: null } as JournalRecord,
    { label: "Торги «Осень»", to: "/auction/10/-" },
  ],
  [
    "else by its number",
    { ...record(302, 10), before: { logo: null }, after: { logo: "a" } } as JournalRecord,
    { label: "Торги № 10", to: "/auction/10/-" },
  ],
  ["others show their number", record(521, 4), { label: "№ 4", to: undefined }],
  [
    "an export of a house's list is about the house, whatever account its older records name",
    exported({ what: "registrations", houseId: 3 }, 8),
    { label: "Дом № 3", to: "/admin/houses?id=3" },
  ],
  [
    "an export of buyers is about their sale",
    exported({ what: "buyers", houseId: 3, catalogId: 10 }, 10),
    { label: "Торги № 10", to: "/auction/10/-" },
  ],
  ["so is one of bets", exported({ what: "bets" }, 10), { label: "Торги № 10", to: "/auction/10/-" }],
  [
    "an export of accounts is about who exported, not about the house they were filtered by",
    exported({ what: "accounts", houseId: 3 }, 8),
    { label: "Пользователь № 8", to: "/admin/users?id=8" },
  ],
  [
    "an answer that a house's staff share is the house's",
    record(605, 3),
    { label: "Дом № 3", to: "/admin/houses?id=3" },
  ],
])("%s", (_name, given, expected) => {
  expect(subjectsOf(given)).toEqual([expected]);
});

it("no subject shows nothing", () => {
  expect(subjectsOf(record(117, 0))).toEqual([]);
});

it.each([
  ["a room's command has its lot and the sale", record(901, 1001, 10), [], ["Лот № 1001", "Торги «Осень»"]],
  [
    "its own lot comes first",
    record(908, 1002, 10),
    [lot(1001, 1, "Самовар"), lot(1002, 2)],
    ["Лот 2, «Закат»", "Лот 1, «Самовар»", "Торги «Осень»"],
  ],
  [
    "many lots are not listed",
    record(923, 10, 10),
    [lot(1, 1), lot(2, 2), lot(3, 3), lot(4, 4)],
    ["Торги «Осень»"],
  ],
])("%s", (_name, given, lots, labels) => {
  const known = { ...given, lots, catalogTitle: "Осень" } as JournalRecord;
  expect(subjectsOf(known).map(({ label }) => label)).toEqual(labels);
});

it("lots that are too many for the list are all in the open record, the record's own one first", () => {
  const lots = [lot(1, 1), lot(2, 2, "Самовар"), lot(3, 3), lot(4, 4)];
  const known = { ...record(908, 2, 10), lots } as JournalRecord;
  expect(subjectsOf(known).map(({ to }) => to)).toEqual(["/lot/2/-", "/auction/10/-"]);
  expect(manyLotsOf(known).map(({ to }) => to)).toEqual(["/lot/2/-", "/lot/1/-", "/lot/3/-", "/lot/4/-"]);
  expect(manyLotsOf({ ...known, lots: lots.slice(0, 3) })).toEqual([]);
});

it("people, houses and sales are named where their names are known", () => {
  const names = {
    people: new Map([[8, "Анна Иванова"]]),
    houses: new Map([[3, "Северная галерея"]]),
    sales: new Map([[10, "Осень"]]),
  };
  const label = (of: JournalRecord) => subjectsOf(of, names)[0]?.label;
  expect(label(record(102, 8))).toBe("Пользователь Анна Иванова");
  expect(label(record(202, 3))).toBe("Дом «Северная галерея»");
  expect(label(exported({ what: "buyers", houseId: 3, catalogId: 10 }, 10))).toBe("Торги «Осень»");
});

it("an action of a rehearsal says so", () => {
  expect(subjectsOf({ ...record(906, 10, 10), catalogTitle: "Осень", isRehearsal: true })).toEqual([
    { label: "Репетиция «Осень»", to: "/auction/10/-" },
  ]);
});

it.each([
  ["a lot that is skipped", 909, ["Лот 1, «Самовар»"]],
  ["a lot that is sold", 908, ["Лот 1, «Самовар»"]],
])("%s is named without the lot that opens or closes beside it", (_name, eventId, labels) => {
  const after = { command: { lot: null }, events: [{ hammer: { lot: 1 } }, { opened: { lot: 2 } }] };
  const known = {
    ...record(eventId, 10, 10),
    lots: [lot(1, 1, "Самовар"), lot(2, 2)],
    after,
  } as JournalRecord;
  expect(subjectsOf(known).map(({ label }) => label)).toEqual([...labels, "Торги № 10"]);
});
