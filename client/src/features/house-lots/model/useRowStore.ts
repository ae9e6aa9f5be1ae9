import { useCallback, useRef, useState } from "react";
import type { NewLotRow } from "./newLotRows";

export interface RowStore {
  /** As of the last render. */
  rows: readonly NewLotRow[];
  /** As of now: calls read the rows between two renders. */
  newest: () => readonly NewLotRow[];
  add: (rows: readonly NewLotRow[]) => void;
  /** Replaces rows; null removes one. */
  change: (change: (row: NewLotRow) => NewLotRow | null) => void;
  set: (id: number, values: Partial<NewLotRow>) => void;
}

/** The rows that are pasted into a catalog, until they take their places among its lots. */
export function useRowStore(): RowStore {
  const newest = useRef<readonly NewLotRow[]>([]);
  const [rows, setRows] = useState<readonly NewLotRow[]>([]);
  const put = useCallback((next: readonly NewLotRow[]) => {
    newest.current = next;
    setRows(next);
  }, []);
  const change = useCallback(
    (of: (row: NewLotRow) => NewLotRow | null) => put(newest.current.flatMap((row) => of(row) ?? [])),
    [put],
  );
  return {
    rows,
    newest: () => newest.current,
    add: (added) => put([...newest.current, ...added]),
    change,
    set: (id, values) => change((row) => (row.id === id ? { ...row, ...values } : row)),
  };
}
