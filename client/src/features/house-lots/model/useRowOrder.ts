import { useState } from "react";
import type { GridLot, LotNumber } from "@/lib/api/types";
import { renumbered } from "./order";

interface Dragged {
  ids: ReadonlySet<number>;
  /** The lot under the pointer. */
  over: number | null;
}

/** Moves rows among all lots of the catalog. A selected lot is dragged with all the others that are selected. */
export function useRowOrder(
  all: readonly GridLot[],
  selected: ReadonlySet<number>,
  onOrder: ((numbers: LotNumber[]) => void) | undefined,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const move = (ids: ReadonlySet<number>, before: number | null) => {
    const numbers = renumbered(all, ids, before);
    if (numbers.length > 0) onOrder?.(numbers);
  };
  return {
    isDragging: dragged !== null,
    over: dragged?.over ?? null,
    /** Puts lots in front of another one; null: at the end. */
    move,
    drag: (id: number | null) =>
      setDragged(id === null ? null : { ids: selected.has(id) ? selected : new Set([id]), over: null }),
    dragOver: (id: number | null) =>
      setDragged((now) => (now && now.over !== id ? { ...now, over: id } : now)),
    drop: (id: number) => {
      if (dragged) move(dragged.ids, id);
      setDragged(null);
    },
  };
}
