import type { GridCell, GridField, GridLot } from "@/lib/api/types";
import { LotState } from "@/trade/enums";
import { type CategoryNames, type GridColumn, parseCell } from "./columns";

/** A pasted row below the last lot: a lot to be made. */
export interface NewRow {
  cells: GridCell[];
  /** What cannot be read. The row waits until it is mended. */
  faults: { field: GridField; typed: string; message: string }[];
}

/**
 * The row as a lot to be made; null if all its cells are empty. Cells without a column are left out. An empty number is the
 * catalog's next one.
 */
export function newRow(
  cells: readonly string[],
  columns: readonly (GridColumn | null)[],
  categories: CategoryNames,
): NewRow | null {
  const row: NewRow = { cells: [], faults: [] };
  for (const [at, typed] of cells.entries()) {
    const column = columns[at];
    if (!column || typed.trim() === "") continue;
    const parsed = parseCell(column, typed, categories);
    if ("error" in parsed) row.faults.push({ field: column.field, typed, message: parsed.error });
    else if (parsed.text !== null) row.cells.push({ field: column.field, was: null, now: parsed.text });
  }
  if (row.cells.length + row.faults.length === 0) return null;
  if (!row.cells.some(({ field }) => field === "titleRu")) {
    row.faults.push({ field: "titleRu", typed: "", message: "Укажите название лота" });
  }
  return row;
}

/** Lots that are not made yet have negative ids. */
export const isNew = ({ id }: Pick<GridLot, "id">) => id < 0;

export const blankLot = (id: number, catalogId: number | null, currency: number): GridLot => ({
  id,
  catalogId,
  catalogLotId: null,
  titleRu: "",
  author: [],
  categoryId: null,
  period: null,
  materials: null,
  size: null,
  price: {
    currency,
    start: 0,
    hasReserve: false,
    reserve: null,
    reserveAboveEstimate: false,
    reserveBelowStart: false,
    estimatedFrom: null,
    estimatedTo: null,
    value: null,
  },
  state: LotState.None,
  isBiddingOver: false,
  betsCount: 0,
  hidden: false,
  img: null,
  imagesCount: 0,
});
