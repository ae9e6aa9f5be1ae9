import { expect, it } from "vitest";
import { diff as diffOf } from "./diff";
import type { Names } from "./names";

const names: Names = {
  people: new Map([[6, "Анна Иванова"]]),
  houses: new Map([[3, "Северная галерея"]]),
  sales: new Map([[10, "Осень"]]),
};

const diff = (change: Omit<Parameters<typeof diffOf>[0], "catalogCurrency">) =>
  diffOf({ catalogCurrency: null, ...change });

const lots = [{ id: 201, number: 20, title: "Закат" }];

it("puts what changed first, with both sides", () => {
  const rows = diff({
    eventId: 402,
    lots: [],
    before: { titleRu: "Ваза", price: { start: 220_000, reserve: null }, hidden: false },
    after: { titleRu: "Ваза", price: { start: 240_000, reserve: null }, hidden: true },
  });
  expect(rows.map(({ label, before, after, isChanged }) => [label, before, after, isChanged])).toEqual([
    ["Цена · Стартовая цена", "220\u00a0000", "240\u00a0000", true],
    ["Скрыт", "нет", "да", true],
    ["Название", "Ваза", "Ваза", false],
    ["Цена · Резервная цена", "—", "—", false],
  ]);
});

it.each([
  ["a creation has no side before", null, { name: "Репин" }, [["Название", null, "Репин"]]],
  ["a deletion has none after", { name: "Репин" }, null, [["Название", "Репин", null]]],
  [
    "a command of a room is read without its wrapping",
    null,
    { command: { lot: 5 } },
    [["Лот", null, "Лот № 5"]],
  ],
  [
    "the lots of a command are named",
    null,
    { command: { lot: 201, with: [202] } },
    [
      ["Лот", null, "Лот 20, «Закат»"],
      ["Вместе с", null, "Лот № 202"],
    ],
  ],
  [
    "a jump says which lot it left",
    null,
    { command: { lot: 202, from: 201 } },
    [
      ["Лот", null, "Лот № 202"],
      ["Вместо лота", null, "Лот 20, «Закат»"],
    ],
  ],
  [
    "a bet says who made it",
    null,
    { command: { by: { user: 6 }, value: 2700, eligibility: { accepted: true, trusted: false } } },
    [
      ["Участник", null, "№ 6"],
      ["Сумма", null, "2\u00a0700"],
      ["Допущен домом", null, "да"],
      ["Доверенный", null, "нет"],
    ],
  ],
  ["a list is one value", null, { lotIds: [1, 2] }, [["Лоты", null, "1, 2"]]],
  [
    "what a room did is told in words, with Moscow time",
    null,
    {
      events: [
        { hammer: { lot: 201, sold: false, t: Date.UTC(2026, 10, 21, 11, 5, 6) } },
        { end: { lot: 202, end: Date.UTC(2026, 10, 21, 11, 7), t: Date.UTC(2026, 10, 21, 11, 5, 6) } },
      ],
    },
    [
      [
        "Что произошло",
        null,
        "Лот 20, «Закат»: не продан, 21.11.2026 14:05:06\nЛот № 202: окончание перенесено до 21.11.2026 14:07:00, 21.11.2026 14:05:06",
      ],
    ],
  ],
  [
    "a room's recovery says when the server worked last, and what came of it",
    null,
    { command: { last_alive: Date.UTC(2026, 10, 21, 11, 5, 6) }, outcome: "accepted" },
    [
      ["Сервер работал до", null, "21.11.2026 14:05:06"],
      ["Итог", null, "принято"],
    ],
  ],
  [
    "a moment is told in Moscow time",
    null,
    { endDate: "2026-11-21T11:05:06Z" },
    [["Окончание", null, "21.11.2026 14:05:06"]],
  ],
  ["rows of a table stay readable", { rows: [{ start: 0 }] }, { rows: [] }, [["rows", '{"start":0}', "—"]]],
  [
    "an id goes with the name beside it",
    null,
    { id: 5, titleRu: "Ваза", houseId: 3, author: [{ id: 8, name: "Репин" }] },
    [
      ["Название", null, "Ваза, № 5"],
      ["Дом", null, "№ 3"],
      ["Автор", null, "Репин, № 8"],
    ],
  ],
  [
    "a name without an id stands alone",
    null,
    { houseId: null, houseNameRu: "Северная галерея" },
    [
      ["Дом", null, "—"],
      ["Название дома", null, "Северная галерея"],
    ],
  ],
  [
    "what has the same name is another thing",
    { artist: { id: 4, name: "Репин" }, other: { id: 9, name: "Репин" } },
    { artist: { id: 9, name: "Репин" } },
    [
      ["Название", "Репин, № 4", "Репин, № 9"],
      ["Название", "Репин, № 9", null],
    ],
  ],
  ["nothing on either side is no row", null, null, []],
])("%s", (_name, before, after, expected) => {
  expect(
    diff({ eventId: 402, before, after, lots }).map((row) => [row.label, row.before, row.after]),
  ).toEqual(expected);
});

it.each([
  ["registrations", "заявки на участие", "Подтвержден"],
  ["priceQueries", "запросы цены", "Ответ получен"],
])("an export of %s is told in words", (what, words, status) => {
  const after = { what, houseId: 3, catalogId: null, count: 41, status: 1, isSearched: true };
  expect(diff({ eventId: 126, before: null, after, lots: [] }).map((row) => [row.label, row.after])).toEqual([
    ["Что", words],
    ["Дом", "№ 3"],
    ["Аукцион", "—"],
    ["Строк", "41"],
    ["Состояние", status],
    ["С поиском", "да"],
  ]);
});

it.each([
  ["a registration request", 121, "Отклонен"],
  ["a price request", 603, "Отказано"],
])("the state of %s is told in its words", (_what, eventId, state) => {
  const [row] = diff({ eventId, before: { status: 0 }, after: { status: 2 }, lots: [] });
  expect([row?.label, row?.after]).toEqual(["Состояние", state]);
});

it("people, houses and sales are named, and sums have the currency of their sale", () => {
  const rows = diffOf(
    {
      eventId: 901,
      catalogCurrency: 2,
      lots,
      before: null,
      after: {
        command: { by: { user: 6 }, value: 2700, houseId: 3, catalogId: 10 },
        events: [{ bet: { lot: 201, v: 2700, t: Date.UTC(2026, 10, 21, 11, 5, 6) } }],
      },
    },
    names,
  );
  expect(rows.map(({ after }) => after)).toEqual([
    "Анна Иванова, № 6",
    "2\u00a0700\u00a0$",
    "Северная галерея, № 3",
    "Осень, № 10",
    "Лот 20, «Закат»: ставка 2\u00a0700\u00a0$, 21.11.2026 14:05:06",
  ]);
});

it("a lot's own currency goes before that of the sale", () => {
  const [row] = diff({ eventId: 402, lots, before: null, after: { start: 500, currency: 1 } });
  expect(row?.after).toBe("500\u00a0€");
});
