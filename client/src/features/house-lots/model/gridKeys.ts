import type { KeyboardEvent } from "react";
import type { ActiveCell } from "./useActiveCell";

/** The grid as its keys see it, and what they may do. */
interface GridOfKeys {
  row: number;
  column: number;
  lastRow: number;
  lastColumn: number;
  /** How many rows PageUp and PageDown pass. */
  page: number;
  go: (to: ActiveCell) => void;
  edit: (typed?: string) => void;
  clear: () => void;
  select: (extend: boolean) => void;
  selectWay: (from: number, to: number) => void;
  selectAll: () => void;
  moveRow: (step: -1 | 1) => void;
  undo: () => void;
}

/** Does what a key means in the grid. Other keys stay the browser's. */
export function pressKey(event: KeyboardEvent, grid: GridOfKeys): void {
  if (actsOn(event, grid) || goes(event, grid) || edits(event, grid)) event.preventDefault();
}

const hasCtrl = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey;

/** The keys that act on rows, or take an action back. */
function actsOn(event: KeyboardEvent, grid: GridOfKeys): boolean {
  const { key, code, shiftKey, altKey } = event;
  const { row, column } = grid;
  const step = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : null;
  if (altKey && step) grid.moveRow(step);
  // By their place: in the Russian layout these keys type other letters.
  else if (hasCtrl(event) && code === "KeyZ") grid.undo();
  else if (hasCtrl(event) && code === "KeyA") grid.selectAll();
  else if (shiftKey && step) {
    grid.selectWay(row, row + step);
    grid.go({ row: row + step, column });
  } else if (key === " ") grid.select(shiftKey);
  else return false;
  return true;
}

function goes(event: KeyboardEvent, grid: GridOfKeys): boolean {
  const to = wayOf(event, grid);
  if (to) grid.go(to);
  return to !== null;
}

function wayOf(event: KeyboardEvent, grid: GridOfKeys): ActiveCell | null {
  const { row, column, lastRow, lastColumn, page } = grid;
  const ctrl = hasCtrl(event);
  switch (event.key) {
    case "ArrowUp":
      return { row: row - 1, column };
    case "ArrowDown":
      return { row: row + 1, column };
    case "ArrowLeft":
      return { row, column: column - 1 };
    case "ArrowRight":
      return { row, column: column + 1 };
    case "Home":
      return { row: ctrl ? 0 : row, column: 0 };
    case "End":
      return { row: ctrl ? lastRow : row, column: lastColumn };
    case "PageUp":
      return { row: row - page, column };
    case "PageDown":
      return { row: row + page, column };
    default:
      return null;
  }
}

function edits(event: KeyboardEvent, grid: GridOfKeys): boolean {
  const { key, altKey } = event;
  if (key === "Enter" || key === "F2") grid.edit();
  else if (key === "Delete" || key === "Backspace") grid.clear();
  else if (key.length === 1 && !hasCtrl(event) && !altKey) grid.edit(key);
  else return false;
  return true;
}
