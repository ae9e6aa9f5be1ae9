import { parseTable } from "./clipboard";
import { type CategoryNames, COLUMNS, type GridColumn } from "./columns";
import { fieldOf } from "./headings";
import { type NewRow, newRow } from "./newRows";

/** The most rows that become lots at once: each is a call of its own. The import takes longer tables in one. */
export const MOST_ROWS = 500;

const SAMPLE_ROWS = 3;

export interface PastedColumn {
  /** What the sheet calls it; null if the sheet has no headings. */
  heading: string | null;
  /** Its place in the sheet, from 0. */
  at: number;
  /** What it becomes; null if it is left out. */
  column: GridColumn | null;
  /** Whether it is left out here only: the import reads it. */
  isOfImport: boolean;
}

export interface Pasted {
  /** The columns that hold anything. */
  columns: readonly PastedColumn[];
  /** The cells of the first rows, as they were pasted. */
  sample: readonly (readonly string[])[];
  /** How many rows there are below the headings. */
  total: number;
  /** The lots to be created; none if there are more than `MOST_ROWS`. */
  rows: readonly NewRow[];
}

/**
 * Reads a pasted table as lots to be created. Its columns are those its first row names, else those that are shown, from
 * the title on if the first column has no numbers.
 */
export function readPasted(text: string, shown: readonly GridColumn[], categories: CategoryNames): Pasted {
  const table = parseTable(text).filter((row) => row.some((cell) => cell.trim() !== ""));
  const named = namedColumns(table[0] ?? []);
  const body = named ? table.slice(1) : table;
  const read = body.slice(0, MOST_ROWS);
  const all = named ?? columnsByPlace(read, shown);
  const targets = all.map(({ column }) => column);
  return {
    columns: all.filter(({ heading, at }) => heading || read.some((row) => (row[at] ?? "").trim() !== "")),
    sample: body.slice(0, SAMPLE_ROWS),
    total: body.length,
    rows: body.length > MOST_ROWS ? [] : body.flatMap((cells) => newRow(cells, targets, categories) ?? []),
  };
}

/** The columns that a row names; null if it is no row of headings, which most of its cells would be. */
function namedColumns(row: readonly string[]): readonly PastedColumn[] | null {
  const named = row.filter((cell) => cell.trim() !== "");
  const known = named.filter((cell) => fieldOf(cell) !== undefined);
  if (known.length * 2 <= named.length) return null;
  const taken = new Set<GridColumn>();
  return row.map((cell, at) => {
    const field = fieldOf(cell);
    // Of two columns with the same meaning the first one counts.
    const column = COLUMNS.find((of) => of.field === field && !taken.has(of)) ?? null;
    if (column) taken.add(column);
    return { heading: cell.trim(), at, column, isOfImport: field === null };
  });
}

function columnsByPlace(
  rows: readonly (readonly string[])[],
  shown: readonly GridColumn[],
): readonly PastedColumn[] {
  const hasNumbers = rows.some(([first = ""]) => /^\s*\d+\s*$/.test(first));
  const columns = hasNumbers ? shown : shown.slice(1);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, at) => ({
    heading: null,
    at,
    column: columns[at] ?? null,
    isOfImport: false,
  }));
}
