import { expect, it } from "vitest";
import { diff } from "./diff";

it("puts what changed first, with both sides", () => {
  const rows = diff({
    before: { titleRu: "Ваза", price: { start: 220_000, reserve: null }, hidden: false },
    after: { titleRu: "Ваза", price: { start: 240_000, reserve: null }, hidden: true },
  });
  expect(rows.map(({ label, before, after, isChanged }) => [label, before, after, isChanged])).toEqual([
    ["Цена · Стартовая цена", "220000", "240000", true],
    ["Скрыт", "нет", "да", true],
    ["Название", "Ваза", "Ваза", false],
    ["Цена · Резервная цена", "—", "—", false],
  ]);
});

it.each([
  ["a creation has no side before", null, { name: "Репин" }, [["Название", null, "Репин"]]],
  ["a deletion has none after", { name: "Репин" }, null, [["Название", "Репин", null]]],
  ["a command of a room is read without its wrapping", null, { command: { lot: 5 } }, [["Лот", null, "5"]]],
  ["a list is one value", null, { lotIds: [1, 2] }, [["Лоты", null, "1, 2"]]],
  ["rows of a table stay readable", { rows: [{ start: 0 }] }, { rows: [] }, [["rows", '{"start":0}', "—"]]],
  ["nothing on either side is no row", null, null, []],
])("%s", (_name, before, after, expected) => {
  expect(diff({ before, after }).map((row) => [row.label, row.before, row.after])).toEqual(expected);
});
