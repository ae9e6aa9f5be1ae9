import { parseTable } from "./clipboard";
import { type CategoryNames, COLUMNS, type GridColumn } from "./columns";
import { type NewRow, newRow } from "./newRows";

/**
 * A pasted table as lots to be made. Its columns are those its first row names, else those that are shown, from the title
 * on if the first column has no numbers.
 */
export function pastedRows(
  text: string,
  shown: readonly GridColumn[],
  categories: CategoryNames,
): readonly NewRow[] {
  const table = parseTable(text);
  const named = headings(table[0] ?? []);
  const rows = named ? table.slice(1) : table;
  const columns = named ?? (rows.some(([first = ""]) => /^\s*\d+\s*$/.test(first)) ? shown : shown.slice(1));
  return rows.flatMap((cells) => newRow(cells, columns, categories) ?? []);
}

/** The columns that a row names; null unless it names only columns. */
function headings(row: readonly string[]): readonly GridColumn[] | null {
  const plain = (label: string) => label.toLocaleLowerCase("ru").replace(/[,\s]+(₽|руб\.?)?$/u, "");
  const found = row.map((cell) => COLUMNS.find(({ label }) => plain(label) === plain(cell.trim())));
  const columns = found.filter((column) => column !== undefined);
  return columns.length > 0 && columns.length === row.length ? columns : null;
}
