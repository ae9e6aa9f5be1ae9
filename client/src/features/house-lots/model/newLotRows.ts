import type { GridLot } from "@/lib/api/types";
import type { Doubt, Refusal } from "./creation";
import type { GridAction } from "./useHistory";

/** What was pasted at once. */
export interface Paste {
  /** Its changes of lots that were there before, which are undone together with the new lots. */
  changes: Promise<GridAction | null> | null;
}

/** A pasted row on its way to become a lot. */
export interface NewLotRow {
  /** Negative. */
  readonly id: number;
  /** As it was edited last. */
  readonly lot: GridLot;
  /** Refused also stands for cells that cannot be read, held for rows that wait until the person goes on. */
  readonly standing: "waiting" | "sending" | "made" | "refused" | "held";
  /** The lot it became. */
  readonly stored: GridLot | null;
  /** It was sent before, and whether it became a lot is not known. */
  readonly doubt: Doubt | null;
  readonly refusal: Refusal | null;
  readonly paste: Paste;
}

export const isQueued = ({ standing }: NewLotRow) => standing === "waiting" || standing === "sending";

/** Whether the row was stopped on its way, by the person or by a lost answer. */
export const isHeld = ({ standing, doubt }: NewLotRow) =>
  standing === "held" || (standing === "refused" && doubt !== null);

/** Takes a row out of the queue until the person goes on. */
export const held = (row: NewLotRow): NewLotRow =>
  row.standing === "waiting" ? { ...row, standing: "held" } : row;

/** Rows as the grid lists them; those that are lots show what the catalog has of them. */
export function gridLots(rows: readonly NewLotRow[], all: readonly GridLot[]): readonly GridLot[] {
  const known = new Map(rows.some(({ stored }) => stored) ? all.map((lot) => [lot.id, lot] as const) : []);
  return rows.map(({ lot, stored }) => (stored ? (known.get(stored.id) ?? stored) : lot));
}

/** The rows that lots were, by the ids of the lots. */
export const rowsByLot = (rows: readonly NewLotRow[]): ReadonlyMap<number, number> =>
  new Map(rows.flatMap(({ id, stored }) => (stored ? [[stored.id, id] as const] : [])));
