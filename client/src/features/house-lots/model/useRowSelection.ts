import type { RowSelectionState } from "@tanstack/react-table";
import { useMemo, useRef } from "react";
import type { GridLot } from "@/lib/api/types";

/** The selected rows. With Shift the selection grows from the row that was selected last. */
export function useRowSelection(
  lots: readonly GridLot[],
  selection: RowSelectionState,
  onSelection: (selection: RowSelectionState) => void,
) {
  const anchor = useRef<number | null>(null);
  const ids: ReadonlySet<number> = useMemo(() => new Set(Object.keys(selection).map(Number)), [selection]);

  const select = (at: number, extend: boolean) => {
    const id = lots[at]?.id;
    if (id === undefined) return;
    const next = { ...selection };
    const from = anchor.current;
    if (extend && from !== null) {
      for (const other of lots.slice(Math.min(from, at), Math.max(from, at) + 1)) {
        next[String(other.id)] = true;
      }
    } else if (next[String(id)]) delete next[String(id)];
    else next[String(id)] = true;
    anchor.current = at;
    onSelection(next);
  };

  return {
    ids,
    isAll: lots.length > 0 && ids.size >= lots.length,
    select,
    /** Selects the rows on the way from one to another. */
    selectWay: (from: number, to: number) => {
      if (anchor.current === null) select(from, false);
      select(Math.max(0, Math.min(to, lots.length - 1)), true);
    },
    selectAll: () => onSelection(Object.fromEntries(lots.map(({ id }) => [String(id), true as const]))),
    clear: () => onSelection({}),
  };
}
