import { describe, expect, it } from "vitest";
import { pastedRows } from "./pasted";
import { columnsOf, columnsText, shownColumns } from "./view";

const categories = new Map([[4, "Живопись"]]);
const shown = shownColumns(columnsOf("prices"));
const cells = (text: string) =>
  pastedRows(text, shown, categories).map((row) =>
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
    expect(pastedRows("", shown, categories)).toEqual([]);
    expect(pastedRows("\n\n", shown, categories)).toEqual([]);
  });
});

it("names a choice of columns, else lists them, always with number and title", () => {
  expect(columnsText(columnsOf("texts"))).toBe("texts");
  expect(columnsText(columnsOf("size,start"))).toBe("catalogLotId,titleRu,start,size");
  expect(columnsText(columnsOf("nothing"))).toBe("prices");
});
