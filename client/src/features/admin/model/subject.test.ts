import { expect, it } from "vitest";
import type { JournalRecord } from "@/lib/api/types";
import { subjectOf } from "./subject";

const record = (eventId: number, subjectId: number | null, catalogId: number | null = null) =>
  ({ eventId, subjectId, catalogId }) as JournalRecord;

const exported = (after: object, subjectId: number) =>
  ({ ...record(126, subjectId), after }) as JournalRecord;

it.each([
  [
    "a person's record leads to the person",
    record(102, 8),
    { label: "Пользователь № 8", to: "/admin/users?id=8" },
  ],
  ["a request has no page", record(121, 8), { label: "Заявка № 8", to: undefined }],
  ["a room's command leads to its lot", record(901, 1001, 10), { label: "Лот № 1001", to: "/lot/1001/-" }],
  ["or to the sale itself", record(906, 10, 10), { label: "Торги № 10", to: "/auction/10/-" }],
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
  ["no subject shows nothing", record(117, 0), null],
])("%s", (_name, given, expected) => {
  expect(subjectOf(given)).toEqual(expected);
});
