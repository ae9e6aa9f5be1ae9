import { useEffect, useMemo } from "react";
import type { GridLot } from "@/lib/api/types";
import { useAddress } from "@/lib/useAddress";
import { isAmong, matches } from "./listed";
import { columnsOf, keepColumns, keptColumns, shownColumns } from "./view";

/** Which lots and columns are shown: the address says it, and this browser keeps the columns. */
export function useShownLots(all: readonly GridLot[] | undefined, onRequest: boolean) {
  const { params, change } = useAddress();
  const query = params.get("q") ?? "";
  /** What the list is narrowed to: a verdict, or the hidden lots. */
  const only = params.get("only");
  const lots = useMemo(
    () => (all ?? []).filter((lot) => matches(lot, query) && isAmong(lot, only, onRequest)),
    [all, query, only, onRequest],
  );
  const chosen = params.get("columns");
  const columns = chosen ?? keptColumns();
  const visibility = useMemo(() => columnsOf(columns), [columns]);
  const visibleColumns = useMemo(() => shownColumns(visibility), [visibility]);
  useEffect(() => {
    if (chosen) keepColumns(chosen);
  }, [chosen]);
  return { lots, query, only, columns, visibility, visibleColumns, change };
}

export type ShownLots = ReturnType<typeof useShownLots>;
