import {
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { GridLot } from "@/lib/api/types";
import { COLUMNS, cellText, type GridColumn } from "./columns";

const numeric = new Set<GridColumn["kind"]>(["amount", "number"]);
const russian = new Intl.Collator("ru", { numeric: true });

export const gridFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const helper = createColumnHelper<typeof gridFeatures, GridLot>();

/** Orders lots by a column's cells; empty cells stand last. */
export function compareLots({ field, kind }: Pick<GridColumn, "field" | "kind">) {
  return (a: GridLot, b: GridLot): number => {
    const [left, right] = [cellText(a, field), cellText(b, field)];
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    return numeric.has(kind) ? Number(left) - Number(right) : russian.compare(left, right);
  };
}

export const gridColumns = helper.columns(
  COLUMNS.map(({ field, kind, label }) => {
    const compare = compareLots({ field, kind });
    return helper.accessor((lot) => cellText(lot, field), {
      id: field,
      header: label,
      enableHiding: field !== "catalogLotId" && field !== "titleRu",
      sortUndefined: "last",
      sortFn: (a, b) => compare(a.original, b.original),
    });
  }),
);
