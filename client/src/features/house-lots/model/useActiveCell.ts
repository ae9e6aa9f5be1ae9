import { type RefObject, useEffect, useRef, useState } from "react";
import type { GridLot } from "@/lib/api/types";
import { type CategoryNames, cellText, type GridColumn, parseCell } from "./columns";
import { cellKey, type GridEdits } from "./useGridEdits";

export interface ActiveCell {
  row: number;
  column: number;
}

/** Where the grid goes after an edit. */
export type Then = "down" | "right" | "left" | "stay";

const STEPS: Readonly<Record<Then, ActiveCell>> = {
  down: { row: 1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
  stay: { row: 0, column: 0 },
};

interface Grid {
  frame: RefObject<HTMLElement | null>;
  lots: readonly GridLot[];
  columns: readonly GridColumn[];
  categories: CategoryNames;
  edits: GridEdits;
  onSave: (changes: Parameters<GridEdits["save"]>[0]) => void;
  scrollTo: (row: number) => void;
}

/** The cell of the grid on the page that keys go to, if there is a grid. */
export const activeCell = () => document.querySelector<HTMLElement>('[data-cell][tabindex="0"]');

/** The one cell of the grid that has the focus, and the editing in it. */
export function useActiveCell({ frame, lots, columns, categories, edits, onSave, scrollTo }: Grid) {
  const [active, setActive] = useState<ActiveCell>({ row: 0, column: 1 });
  const [editing, setEditing] = useState<{ initial: string } | null>(null);
  const focusing = useRef(false);
  /** The lot whose row was moved: the active cell stays in that row, wherever it comes to stand. */
  const followed = useRef<number | null>(null);
  const row = Math.min(active.row, Math.max(0, lots.length - 1));
  const column = Math.min(active.column, columns.length - 1);

  const go = (to: ActiveCell) => {
    const next = {
      row: Math.max(0, Math.min(to.row, lots.length - 1)),
      column: Math.max(0, Math.min(to.column, columns.length - 1)),
    };
    focusing.current = true;
    followed.current = null;
    setEditing(null);
    setActive(next);
    scrollTo(next.row);
  };

  useEffect(() => {
    // The new order is shown only later, and is taken back if it is refused.
    if (followed.current !== null && lots[row]?.id !== followed.current) {
      const now = lots.findIndex(({ id }) => id === followed.current);
      if (now !== -1) {
        focusing.current = true;
        setActive({ row: now, column });
        scrollTo(now);
        return;
      }
    }
    // The cell may be rendered only after the scrolling: then it takes the focus.
    if (!focusing.current || editing) return;
    const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);
    if (cell) {
      focusing.current = false;
      cell.focus({ preventScroll: true });
    }
  });

  /** Begins to edit a cell, with what was typed or with what it has. */
  const edit = (at: ActiveCell, typed?: string) => {
    const lot = lots[at.row];
    const field = columns[at.column];
    if (!lot || !field || lot.isBiddingOver) return;
    const text = cellText(lot, field.field);
    const refused = edits.faults.get(cellKey(lot.id, field.field))?.typed;
    const shown = field.kind === "category" ? (categories.get(Number(text)) ?? "") : (refused ?? text ?? "");
    setEditing({ initial: typed ?? shown });
  };

  const store = (typed: string) => {
    const lot = lots[row];
    const field = columns[column];
    if (!lot || !field) return;
    const parsed = parseCell(field, typed, categories);
    const was = cellText(lot, field.field);
    if ("error" in parsed) {
      edits.refuse([{ lotId: lot.id, field: field.field, typed, message: parsed.error }]);
    } else if (parsed.text !== was || (field.field === "reserve" && parsed.text !== null)) {
      onSave([{ lotId: lot.id, cells: [{ field: field.field, was, now: parsed.text }] }]);
    } else {
      edits.forget(cellKey(lot.id, field.field));
    }
  };

  return {
    row,
    column,
    editing,
    go,
    /** Keeps the active cell in the row of a lot that moves. */
    follow: (lotId: number) => {
      followed.current = lotId;
    },
    edit: (typed?: string) => edit({ row, column }, typed),
    /** Goes to a cell that is in view. */
    activate: (at: ActiveCell, isEdited: boolean) => {
      focusing.current = true;
      followed.current = null;
      setEditing(null);
      setActive(at);
      if (isEdited) edit(at);
    },
    commit: (typed: string, then: Then) => {
      store(typed);
      go({ row: row + STEPS[then].row, column: column + STEPS[then].column });
    },
    cancel: () => go({ row, column }),
  };
}
