import { type RowSelectionState, type SortingState, useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import type { GridField, GridLot } from "@/lib/api/types";
import { gridColumns, gridFeatures } from "./table";
import { shownColumns, type Visibility } from "./view";

/** The lots as the grid sorts them, and the columns it shows. */
export function useGridTable(
  data: readonly GridLot[],
  visibility: Visibility,
  selection: RowSelectionState,
  onSelection: (selection: RowSelectionState) => void,
) {
  const [sorting, setSorting] = useState<SortingState>([{ id: "catalogLotId", desc: false }]);
  const table = useTable({
    features: gridFeatures,
    columns: gridColumns,
    data,
    getRowId: (lot) => String(lot.id),
    state: { sorting, rowSelection: selection, columnVisibility: visibility },
    onSortingChange: setSorting,
    onRowSelectionChange: (update) => onSelection(typeof update === "function" ? update(selection) : update),
    enableSortingRemoval: false,
  });
  const { rows } = table.getRowModel();
  const lots = useMemo(() => rows.map(({ original }) => original), [rows]);
  const columns = useMemo(() => shownColumns(visibility), [visibility]);
  const sortedBy = (field: GridField) => table.getColumn(field)?.getIsSorted() || null;
  return {
    lots,
    columns,
    sortedBy,
    sort: (field: GridField) => table.getColumn(field)?.toggleSorting(sortedBy(field) === "asc"),
    /** Whether the rows stand in the order of their numbers. */
    isInOrder: sorting[0]?.id === "catalogLotId" && !sorting[0].desc,
  };
}
