import type { GridCell, GridField, GridLot } from "@/lib/api/types";
import { type CategoryNames, cellText, type GridColumn, parseCell, shownText } from "./columns";
import { type NewRow, newRow } from "./newRows";

/** Rows of cells as spreadsheets copy them: tabs between cells; a cell with line breaks or tabs is in quotes. */
export function parseTable(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const clean = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let i = 0; i < clean.length; i += 1) {
    const letter = clean.charAt(i);
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (clean.charAt(i + 1) === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (letter === '"' && cell === "") quoted = true;
    else if (letter === "\t") {
      row.push(cell);
      cell = "";
    } else if (letter === "\n") {
      row.push(cell);
      rows.push(row);
      row = [];
      cell = "";
    } else cell += letter;
  }
  row.push(cell);
  rows.push(row);
  return rows;
}

/** The rows as a spreadsheet pastes them. */
export function tableText(
  lots: readonly GridLot[],
  columns: readonly GridColumn[],
  categories: CategoryNames,
): string {
  const quoted = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return lots
    .map((lot) =>
      columns
        .map((column) => {
          const text = cellText(lot, column.field);
          return quoted(column.kind === "amount" ? (text ?? "") : shownText(column, text, categories));
        })
        .join("\t"),
    )
    .join("\n");
}

export interface PasteFault {
  lotId: number;
  field: GridField;
  typed: string;
  message: string;
}

export interface PastePlan {
  changes: { lotId: number; cells: GridCell[] }[];
  faults: PasteFault[];
  /** Rows of the clipboard below the last lot of the grid. */
  beyond: NewRow[];
}

/** What pasting at a cell would change. One copied cell fills every selected lot. */
export function planPaste(
  table: readonly (readonly string[])[],
  lots: readonly GridLot[],
  columns: readonly GridColumn[],
  at: { row: number; column: number },
  categories: CategoryNames,
  selected: ReadonlySet<number> = new Set(),
): PastePlan {
  const plan: PastePlan = { changes: [], faults: [], beyond: [] };
  const single = table.length === 1 && table[0]?.length === 1 ? table[0][0] : undefined;
  const fills = single !== undefined && selected.size > 1 && selected.has(lots[at.row]?.id ?? 0);
  const targets: [GridLot | undefined, readonly string[]][] = fills
    ? lots.filter(({ id }) => selected.has(id)).map((lot) => [lot, [single]])
    : table.map((cells, offset) => [lots[at.row + offset], cells]);
  for (const [lot, cells] of targets) {
    if (!lot) {
      const row = newRow(cells, columns.slice(at.column), categories);
      if (row) plan.beyond.push(row);
      continue;
    }
    const changed: GridCell[] = [];
    for (const [offset, typed] of cells.entries()) {
      const column = columns[at.column + offset];
      if (!column) break;
      const parsed = parseCell(column, typed, categories);
      if ("error" in parsed) {
        plan.faults.push({ lotId: lot.id, field: column.field, typed, message: parsed.error });
      } else if (parsed.text !== cellText(lot, column.field)) {
        changed.push({ field: column.field, was: cellText(lot, column.field), now: parsed.text });
      }
    }
    if (changed.length > 0) plan.changes.push({ lotId: lot.id, cells: changed });
  }
  return plan;
}
