import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { COLUMNS } from "./columns";
import { fieldOf } from "./headings";
import { MOST_ROWS, readPasted } from "./pasted";
import { columnsOf, columnsText, shownColumns } from "./view";

const categories = new Map([[4, "Живопись"]]);
const shown = shownColumns(columnsOf("prices"));
const cells = (text: string) =>
  readPasted(text, shown, categories).rows.map((row) =>
    Object.fromEntries(row.cells.map(({ field, now }) => [field, now])),
  );

describe("rows pasted into an empty catalog", () => {
  it("have the columns that are shown", () => {
    expect(cells("1\tБерёзы\tЖивопись\t60 000\n2\tЗакат\t\t5000\n")).toEqual([
      { catalogLotId: "1", titleRu: "Берёзы", categoryId: "4", start: "60000" },
      { catalogLotId: "2", titleRu: "Закат", start: "5000" },
    ]);
  });

  it("may come without numbers", () => {
    expect(cells("Берёзы\tЖивопись\t60 000")).toEqual([
      { titleRu: "Берёзы", categoryId: "4", start: "60000" },
    ]);
  });

  it("may name their columns in the first row, in any order", () => {
    expect(cells("Автор\tСтарт, ₽\tНазвание\nМария Остроумова\t60000\tБерёзы")).toEqual([
      { author: "Мария Остроумова", start: "60000", titleRu: "Берёзы" },
    ]);
  });

  it("are none in an empty text", () => {
    for (const text of ["", "\n\n", "\t\n"]) {
      expect(readPasted(text, shown, categories)).toEqual({ columns: [], sample: [], total: 0, rows: [] });
    }
  });

  it("may come from the export of this grid", () => {
    const head =
      "№\tНазвание\tАвтор\tКатегория\tСтартовая цена\tРезерв\tЭстимейт от\tЭстимейт до\tПериод\tРазмер\tМатериалы";
    const lot = "7\tБерёзы\tМария Остроумова\tЖивопись\t60000\t\t70000\t90000\t1890-е\t40 × 50 см\tХолст";
    expect(cells(`${head}\n${lot}`)).toEqual([
      {
        catalogLotId: "7",
        titleRu: "Берёзы",
        author: "Мария Остроумова",
        categoryId: "4",
        start: "60000",
        estimatedFrom: "70000",
        estimatedTo: "90000",
        period: "1890-е",
        size: "40 × 50 см",
        materials: "Холст",
      },
    ]);
  });

  it("may have headings that are unknown or mean the same, and those columns are left out", () => {
    const { columns, rows } = readPasted(
      "Наименование\tПолка\tЦена\tНачальная цена\tВес, г\t\t\nБерёзы\tА-7\t500\t600\t20\tна дом\t",
      shown,
      categories,
    );
    expect(
      columns.map(({ heading, at, column, isOfImport }) => [heading, at, column?.field, isOfImport]),
    ).toEqual([
      ["Наименование", 0, "titleRu", false],
      ["Полка", 1, undefined, false],
      ["Цена", 2, "start", false],
      ["Начальная цена", 3, undefined, false],
      ["Вес, г", 4, undefined, true],
      ["", 5, undefined, false],
    ]);
    expect(rows.map((row) => row.cells.map(({ now }) => now))).toEqual([["Берёзы", "500"]]);
  });

  it("have no headings if half of the first row are none", () => {
    expect(cells("Дом художника\tЖивопись\nЗакат\t").map(({ titleRu }) => titleRu)).toEqual([
      "Дом художника",
      "Закат",
    ]);
    expect(cells("Мастер\tЖивопись")).toEqual([{ titleRu: "Мастер", categoryId: "4" }]);
  });

  it("are not read above the limit", () => {
    const rows = (n: number) => Array.from({ length: n }, (_, at) => `Лот ${at}`).join("\n");
    expect(readPasted(rows(MOST_ROWS), shown, categories).rows).toHaveLength(MOST_ROWS);
    const long = readPasted(`Название\n${rows(MOST_ROWS + 1)}`, shown, categories);
    expect([long.total, long.rows.length]).toEqual([MOST_ROWS + 1, 0]);
  });
});

it("names a choice of columns, else lists them, always with number and title", () => {
  expect(columnsText(columnsOf("texts"))).toBe("texts");
  expect(columnsText(columnsOf("size,start"))).toBe("catalogLotId,titleRu,start,size");
  expect(columnsText(columnsOf("nothing"))).toBe("prices");
});

it("knows a heading however it is spelt, and each column by its own label", () => {
  expect(["  № ", "Лот №", "НОМЕР ЛОТА"].map(fieldOf)).toEqual(Array(3).fill("catalogLotId"));
  expect(["Старт, ₽", "Стартовая цена (руб.)", "Цена, руб."].map(fieldOf)).toEqual(Array(3).fill("start"));
  expect(["Автор/художник", "Материалы, техника", "Размер, см"].map(fieldOf)).toEqual([
    "author",
    "materials",
    "size",
  ]);
  expect([fieldOf("Описание"), fieldOf("Полка на складе"), fieldOf("")]).toEqual([
    null,
    undefined,
    undefined,
  ]);
  for (const { label, field } of COLUMNS) expect(fieldOf(label)).toBe(field);
});

it("reads the Russian headings that the import reads as the same fields", () => {
  const source = readFileSync(resolve(process.cwd(), "../api/sheets/src/headings.rs"), "utf8");
  const table = /const HEADINGS[^=]*= &\[(.*?)\n\];/s.exec(source)?.[1] ?? "";
  const fields: Record<string, string> = {
    Number: "catalogLotId",
    Title: "titleRu",
    Author: "author",
    Start: "start",
    Reserve: "reserve",
    EstimatedFrom: "estimatedFrom",
    EstimatedTo: "estimatedTo",
    Materials: "materials",
    Size: "size",
    Period: "period",
    Category: "categoryId",
  };
  const read = [...table.matchAll(/Field::(\w+),\s*&\[([^\]]*)\]/g)].flatMap(([, field = "", names = ""]) =>
    [...names.matchAll(/"([а-я ]+)"/g)].map(([, name = ""]) => [name, fields[field] ?? null]),
  );
  expect(read.length).toBeGreaterThan(80);
  expect(read.map(([name]) => [name, fieldOf(name ?? "")])).toEqual(read);
});
