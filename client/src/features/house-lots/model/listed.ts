import type { GridLot } from "@/lib/api/types";
import { csv, download } from "@/staff/table/csv";
import { type CategoryNames, COLUMNS, cellText, shownText } from "./columns";
import { verdictOf } from "./verdict";

/** Whether the lot's number, title or authors contain every word. */
export function matches(lot: GridLot, query: string): boolean {
  const words = query.toLocaleLowerCase("ru").split(/\s+/).filter(Boolean);
  const text = `${lot.catalogLotId ?? ""} ${lot.titleRu} ${lot.author.join(" ")}`.toLocaleLowerCase("ru");
  return words.every((word) => text.includes(word));
}

/** Whether the lot has the verdict that the list is narrowed to, or is hidden. */
export function isAmong(lot: GridLot, only: string | null, onRequest: boolean): boolean {
  if (only === null) return true;
  if (only === "hidden") return lot.hidden;
  return !lot.hidden && verdictOf(lot, onRequest).kind === only;
}

/** Saves the rows as a table that spreadsheets and the import read. */
export function exportLots(lots: readonly GridLot[], categories: CategoryNames): void {
  const head = COLUMNS.map(({ label, field }) => (field === "start" ? "Стартовая цена" : label));
  const rows = lots.map((lot) =>
    COLUMNS.map((column) => {
      const text = cellText(lot, column.field);
      if (column.kind === "text" || text === null) return text;
      return column.kind === "category" ? shownText(column, text, categories) : Number(text);
    }),
  );
  download("Лоты.csv", csv([head, ...rows]), "text/csv;charset=utf-8");
}
