import { COLUMNS, cellText } from "./columns";
import type { Refusal } from "./creation";
import type { NewLotRow } from "./newLotRows";
import { cellKey, type GridEdits } from "./useGridEdits";

export type RowFaults = ReturnType<typeof rowFaultsOf>;

/** What the cells of new rows say: that they cannot be read, or why the server refused their row. */
export function rowFaultsOf({ faultOf, refuse, forget }: Pick<GridEdits, "faultOf" | "refuse" | "forget">) {
  const showsRefusal = ({ id, refusal }: NewLotRow) =>
    refusal !== null && faultOf(cellKey(id, refusal.field))?.message === refusal.message;
  return {
    /** Whether a row has cells that cannot be read. */
    isUnread: (row: NewLotRow) =>
      COLUMNS.some(
        ({ field }) =>
          faultOf(cellKey(row.id, field)) && !(row.refusal?.field === field && showsRefusal(row)),
      ),
    show: (row: NewLotRow, { field, message }: Refusal) => {
      // What was typed into the cell meanwhile and cannot be read is not lost either.
      if (faultOf(cellKey(row.id, field))) return;
      refuse([{ lotId: row.id, field, typed: cellText(row.lot, field) ?? "", message }]);
    },
    forgetRefusal: (row: NewLotRow) => {
      if (row.refusal && showsRefusal(row)) forget(cellKey(row.id, row.refusal.field));
    },
    forgetAll: ({ id }: NewLotRow) => {
      for (const { field } of COLUMNS) forget(cellKey(id, field));
    },
    /** Hands the faults of a row over to the lot that it became. */
    moveTo: (rowId: number, lotId: number) => {
      for (const { field } of COLUMNS) {
        const fault = faultOf(cellKey(rowId, field));
        if (!fault) continue;
        forget(cellKey(rowId, field));
        refuse([{ ...fault, lotId, field }]);
      }
    },
  };
}
