import { describe, expect, it, vi } from "vitest";
import { makeGridLot } from "@/testing/grid";
import { parseTable, planPaste, tableText } from "./clipboard";
import { COLUMNS, categoryNames, cellText, type GridColumn, parseCell } from "./columns";
import { renumbered } from "./order";
import { tally, verdictOf } from "./verdict";

const categories = categoryNames([
  { id: 1, code: "10", name: "Живопись", items: [{ id: 2, code: "10.1", name: "Пейзаж", items: [] }] },
  { id: 3, code: "11", name: "Графика", items: [{ id: 4, code: "11.1", name: "Пейзаж", items: [] }] },
]);
const column = (field: GridColumn["field"]) => {
  const found = COLUMNS.find((of) => of.field === field);
  if (!found) throw new Error(field);
  return found;
};
const parsed = (field: GridColumn["field"], typed: string) => {
  const result = parseCell(column(field), typed, categories);
  return "error" in result ? result.error : result.text;
};

describe("a typed cell", () => {
  it.each([
    ["95 000", "95000"],
    ["1\u00a0250\u00a0000 ₽", "1250000"],
    ["12 тыс.", "12000"],
    ["1,5 млн руб.", "1500000"],
    ["1.500", "1500"],
    ["1 500,00", "1500"],
    ["0", null],
    ["", null],
  ])("reads the amount %s", (typed, expected) => {
    expect(parsed("start", typed)).toBe(expected);
  });

  it.each(["сто", "-5", "10,50", "1 000 000 000 001"])("refuses the amount %s", (typed) => {
    expect(parsed("start", typed)).toMatch(/Нужно целое число|Сумма больше допустимой/);
  });

  it("finds a category by its name, its beginning or its full name", () => {
    expect(parsed("categoryId", "живопись")).toBe("1");
    expect(parsed("categoryId", "Граф")).toBe("3");
    expect(parsed("categoryId", "Графика / Пейзаж")).toBe("4");
    expect(parsed("categoryId", "Пейзаж")).toBe("2");
    expect(parsed("categoryId", "Пастель")).toBe("Категории «Пастель» нет");
  });

  it("walks the tree of categories once, however many cells are read", () => {
    const counted = new Map(categories);
    const walk = vi.spyOn(counted, Symbol.iterator);
    for (const typed of ["живопись", "Граф", "Графика / Пейзаж", "Пастель"]) {
      parseCell(column("categoryId"), typed, counted);
    }
    expect(walk).toHaveBeenCalledTimes(1);
  });

  it("needs a title and a number", () => {
    expect(parsed("titleRu", " ")).toBe("Укажите название лота");
    expect(parsed("catalogLotId", "0")).toBe("Нужно целое число больше нуля");
    expect(parsed("catalogLotId", "012")).toBe("12");
  });
});

describe("the clipboard", () => {
  it("reads quoted cells with line breaks", () => {
    expect(parseTable('а\t"б\nв"\t"г ""д"""\r\nе\t\tж\n')).toEqual([
      ["а", "б\nв", 'г "д"'],
      ["е", "", "ж"],
    ]);
  });

  it("gives back what it takes", () => {
    const lot = makeGridLot({ titleRu: 'Ваза "Роза"', author: ["Репин", "Серов"] });
    const columns = [column("titleRu"), column("author"), column("start")];
    expect(parseTable(tableText([lot], columns, categories))).toEqual([
      ['Ваза "Роза"', "Репин; Серов", "120000"],
    ]);
  });

  const lots = [makeGridLot({ id: 1 }), makeGridLot({ id: 2 }), makeGridLot({ id: 3 })];
  const columns = [column("titleRu"), column("start"), column("reserve")];

  it("pastes a block from the active cell on, and says what does not fit", () => {
    const plan = planPaste(
      [
        ["500", "600"],
        ["много", ""],
        ["700", "лишнее"],
      ],
      lots,
      columns,
      { row: 1, column: 1 },
      categories,
    );
    expect(plan.changes).toEqual([
      {
        lotId: 2,
        cells: [
          { field: "start", was: "120000", now: "500" },
          { field: "reserve", was: null, now: "600" },
        ],
      },
    ]);
    expect(plan.faults).toEqual([{ lotId: 3, field: "start", typed: "много", message: "Нужно целое число" }]);
    expect(plan.beyond).toEqual([
      {
        cells: [{ field: "start", was: null, now: "700" }],
        faults: [
          { field: "reserve", typed: "лишнее", message: "Нужно целое число" },
          { field: "titleRu", typed: "", message: "Укажите название лота" },
        ],
      },
    ]);
  });

  it("fills the selected lots with one copied cell", () => {
    const plan = planPaste([["900"]], lots, columns, { row: 0, column: 1 }, categories, new Set([1, 3]));
    expect(plan.changes.map(({ lotId }) => lotId)).toEqual([1, 3]);
  });
});

describe("a new order", () => {
  const lots = [10, 11, 12, 15].map((number, index) => makeGridLot({ id: index + 1, catalogLotId: number }));

  it("keeps the numbers in use and gives them out in the new order", () => {
    expect(renumbered(lots, new Set([4]), 2)).toEqual([
      { id: 4, catalogLotId: 11 },
      { id: 2, catalogLotId: 12 },
      { id: 3, catalogLotId: 15 },
    ]);
    expect(renumbered(lots, new Set([1]), null).at(-1)).toEqual({ id: 1, catalogLotId: 15 });
  });

  it("moves several at once and does nothing where nothing moves", () => {
    expect(renumbered(lots, new Set([3, 4]), 1).map(({ id }) => id)).toEqual([3, 4, 1, 2]);
    expect(renumbered(lots, new Set([2]), 3)).toEqual([]);
    expect(renumbered(lots, new Set([2, 3]), 2)).toEqual([]);
  });
});

describe("the check before publishing", () => {
  it("names the gravest fault first", () => {
    const bare = makeGridLot({ imagesCount: 0, categoryId: null });
    expect(verdictOf(bare, false).kind).toBe("noPicture");
    expect(verdictOf(makeGridLot({ categoryId: null }), false).field).toBe("categoryId");
    const price = { ...makeGridLot().price, start: 0 };
    expect(verdictOf(makeGridLot({ price }), false).kind).toBe("noPrice");
    expect(verdictOf(makeGridLot({ price }), true).kind).toBe("ready");
  });

  it("says of the reserve what the server found, which may not show it", () => {
    const price = makeGridLot().price;
    const of = (found: Partial<typeof price>) =>
      verdictOf(makeGridLot({ price: { ...price, hasReserve: true, ...found } }), false).kind;
    expect(of({ reserveAboveEstimate: true })).toBe("reserveAboveEstimate");
    expect(of({ reserveBelowStart: true })).toBe("reserveBelowStart");
    expect(of({})).toBe("ready");
  });

  it("does not count hidden lots", () => {
    const lots = [makeGridLot(), makeGridLot({ hidden: true, imagesCount: 0 })];
    expect(tally(lots, false)).toEqual([{ kind: "ready", tone: "ok", count: 1 }]);
  });
});

it("shows an empty cell as null", () => {
  expect(cellText(makeGridLot({ author: [] }), "author")).toBeNull();
  expect(cellText(makeGridLot({ price: { ...makeGridLot().price, start: 0 } }), "start")).toBeNull();
});
