import { useCallback, useMemo, useRef } from "react";
import type { GridLot } from "@/lib/api/types";
import type { LotCells } from "../api/grid";
import { gridLots, isHeld, isQueued, type NewLotRow, type Paste, rowsByLot } from "./newLotRows";
import { blankLot, type NewRow } from "./newRows";
import { rowFaultsOf } from "./rowFaults";
import { useCreationQueue } from "./useCreationQueue";
import { cellKey, type GridEdits, withCell } from "./useGridEdits";
import type { GridAction, History } from "./useHistory";
import { useRowStore } from "./useRowStore";

export interface NewLots {
  /** What stands last in the grid: rows that are not lots yet, with negative ids, and lots that were just made of such. */
  lots: readonly GridLot[];
  /** The rows that those lots were, by the ids of the lots. */
  madeOf: ReadonlyMap<number, number>;
  rowOf: (id: number) => NewLotRow | undefined;
  /** How many rows are not lots yet, and how many of these wait for «Продолжить». */
  left: number;
  held: number;
  /** While lots are being made. */
  progress: { done: number; of: number } | null;
  /** Makes lots of pasted rows. `changes` is what the same paste changed. */
  add: (rows: readonly NewRow[], changes?: Promise<GridAction | null>) => void;
  /** Changes cells. A refused row that has no other fault is tried again. */
  change: (changes: readonly LotCells[]) => void;
  retry: (id: number) => void;
  drop: (id: number) => void;
  dropAll: () => void;
  /** Lets no further row become a lot until the person goes on. */
  stop: () => void;
  goOn: () => void;
  /** Lets the made lots take their places among the others. */
  settle: () => void;
}

interface Options {
  houseId: number;
  catalogId: number | null;
  currency: number;
  /** The catalog's lots. */
  all: readonly GridLot[];
  edits: GridEdits;
  history: History;
}

/** Lots made of pasted rows, which are edited, retried and dropped until they are lots. */
export function useNewLots({ houseId, catalogId, currency, all, edits, history }: Options): NewLots {
  const store = useRowStore();
  const { rows, change: changeRows } = store;
  const faults = rowFaultsOf(edits);
  const { isUnread } = faults;
  const queue = useCreationQueue({ houseId, catalogId, store, faults, save: edits.save, history });
  const nextId = useRef(-1);

  const rowOf = ({ cells, faults }: NewRow, paste: Paste): NewLotRow => {
    const id = nextId.current;
    nextId.current -= 1;
    const isReady = faults.length === 0;
    if (!isReady) queue.noteFailure();
    edits.refuse(faults.map((fault) => ({ ...fault, lotId: id })));
    return {
      id,
      lot: cells.reduce(withCell, blankLot(id, catalogId, currency)),
      standing: isReady ? "waiting" : "refused",
      stored: null,
      doubt: null,
      refusal: null,
      paste,
    };
  };

  const edited = (row: NewLotRow, cells: LotCells["cells"]): NewLotRow => {
    for (const { field } of cells) edits.forget(cellKey(row.id, field));
    const changed = { ...row, lot: cells.reduce(withCell, row.lot) };
    // A refusal may concern any cell: the next answer says whether it still holds.
    return row.standing === "refused" && !isUnread(changed) ? { ...changed, standing: "waiting" } : changed;
  };

  /** Puts rows that can be read back into the queue. */
  const requeue = (which: (row: NewLotRow) => boolean) => {
    changeRows((row) => (which(row) && !isUnread(row) ? { ...row, standing: "waiting" } : row));
    queue.run();
  };

  /** Drops rows, but those that are or may now become lots. */
  const dropThose = (which: (row: NewLotRow) => boolean) =>
    changeRows((row) => {
      if (row.standing === "made" || row.standing === "sending" || !which(row)) return row;
      faults.forgetAll(row);
      return null;
    });

  return {
    lots: useMemo(() => gridLots(rows, all), [rows, all]),
    madeOf: useMemo(() => rowsByLot(rows), [rows]),
    rowOf: (id) => rows.find((row) => row.id === id),
    left: rows.filter(({ standing }) => standing !== "made").length,
    held: rows.filter(isHeld).length,
    progress:
      queue.done === null ? null : { done: queue.done, of: queue.done + rows.filter(isQueued).length },
    add: (pasted, changes) => {
      const paste: Paste = { changes: changes ?? null };
      store.add(pasted.map((row) => rowOf(row, paste)));
      queue.run();
    },
    change: (changes) => {
      const byRow = new Map(changes.map(({ lotId, cells }) => [lotId, cells]));
      const ofLots: LotCells[] = [];
      changeRows((row) => {
        const cells = byRow.get(row.id);
        if (!cells) return row;
        if (!row.stored) return edited(row, cells);
        ofLots.push({ lotId: row.stored.id, cells });
        return row;
      });
      if (ofLots.length > 0) void edits.save(ofLots);
      queue.run();
    },
    retry: (id) => requeue((row) => row.id === id && (row.standing === "refused" || row.standing === "held")),
    drop: (id) => dropThose((row) => row.id === id),
    dropAll: () => dropThose(() => true),
    stop: queue.stop,
    goOn: () => requeue(isHeld),
    settle: useCallback(() => changeRows((row) => (row.stored ? null : row)), [changeRows]),
  };
}
