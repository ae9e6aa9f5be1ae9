import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { faultText } from "@/lib/api/errors";
import type { GridCell, GridField, GridLot } from "@/lib/api/types";
import { gridOptions } from "@/staff/api/grid";
import { type LotCells, saveCells } from "../api/grid";
import type { PasteFault } from "./clipboard";
import { cellText } from "./columns";

/** Why a cell was not saved, and what was typed into it. */
export interface CellFault {
  typed: string;
  message: string;
  /** After a conflict: sends the typed value over the one that is stored now. */
  cell?: GridCell;
}

export const cellKey = (lotId: number, field: GridField | null) => `${lotId}:${field ?? "lot"}`;

/** How long a saved cell says so. */
const SAVED_MS = 4000;

export interface Saved {
  /** What brings the stored cells back. */
  back: LotCells[];
  /** Whether a reserve was stored over one that this person is not shown, so that nothing brings it back. */
  keepsReserve: boolean;
  /** Why cells were not stored. */
  refusal: string | null;
}

type Faults = ReadonlyMap<string, CellFault>;

export interface GridEdits {
  faults: Faults;
  saving: ReadonlySet<string>;
  saved: ReadonlySet<string>;
  /** A cell's fault as of now, which `faults` may show only with the next render. */
  faultOf: (key: string) => CellFault | undefined;
  /** Saves cells, shown at once. */
  save: (changes: readonly LotCells[]) => Promise<Saved>;
  /** Marks cells whose text cannot be sent. */
  refuse: (faults: readonly PasteFault[]) => void;
  forget: (key: string) => void;
}

/** Edits of cells: shown at once, saved in order, and taken back where the server refuses. */
export function useGridEdits(houseId: number, catalogId: number | null, seesReserve: boolean): GridEdits {
  const client = useQueryClient();
  const [faults, setFaults] = useState<Faults>(new Map());
  const newest = useRef(faults);
  const mark = useCallback((change: (all: Faults) => Faults) => {
    newest.current = change(newest.current);
    setFaults(newest.current);
  }, []);
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const timers = useRef(new Set<number>());
  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending) clearTimeout(timer);
    };
  }, []);

  const show = useCallback(
    (change: (lot: GridLot) => GridLot) => {
      const { queryKey } = gridOptions(houseId, catalogId);
      client.setQueryData(queryKey, (lots) => lots?.map(change));
    },
    [client, houseId, catalogId],
  );

  const send = useCallback(
    async (changes: readonly LotCells[]): Promise<Saved> => {
      const sent = changes.flatMap(({ lotId, cells }) => cells.map((cell) => ({ lotId, cell })));
      const keys = sent.map(({ lotId, cell }) => cellKey(lotId, cell.field));
      const before = new Map<number, GridLot>();
      const byLot = new Map(changes.map((change) => [change.lotId, change.cells]));
      await client.cancelQueries({ queryKey: gridOptions(houseId, catalogId).queryKey });
      show((lot) => {
        const cells = byLot.get(lot.id);
        if (!cells) return lot;
        before.set(lot.id, lot);
        return cells.reduce(withCell, lot);
      });
      setSaving((all) => new Set([...all, ...keys]));
      mark((all) => without(all, keys));
      const { lots, refused, answered, fault } = await saveCells(houseId, changes);
      const unanswered = new Set(changes.slice(answered).map(({ lotId }) => lotId));
      const stored = new Map(lots.map((lot) => [lot.id, lot]));
      show((lot) => (unanswered.has(lot.id) ? before.get(lot.id) : stored.get(lot.id)) ?? lot);
      const typed = new Map(sent.map(({ lotId, cell }) => [cellKey(lotId, cell.field), cell]));
      const message = faultText(fault) ?? "Не сохранено";
      mark((all) => {
        const next = new Map(all);
        for (const refusal of refused) {
          const first = byLot.get(refusal.lotId)?.[0]?.field ?? null;
          const key = cellKey(refusal.lotId, refusal.field ?? first);
          const cell = typed.get(key);
          next.set(key, {
            typed: cell?.now ?? "",
            message: refusal.message,
            cell: refusal.isConflict && cell ? { ...cell, was: refusal.stored } : undefined,
          });
        }
        for (const { lotId, cell } of sent) {
          if (!unanswered.has(lotId)) continue;
          next.set(cellKey(lotId, cell.field), { typed: cell.now ?? "", message, cell });
        }
        return next;
      });
      setSaving((all) => new Set([...all].filter((key) => !keys.includes(key))));
      // A call without an answer may have stored its lots all the same.
      if (unanswered.size > 0) void client.invalidateQueries({ queryKey: ["house", houseId, "grid"] });
      const refusedLots = new Set(refused.map(({ lotId }) => lotId));
      const isDone = ({ lotId }: { lotId: number }) => !refusedLots.has(lotId) && !unanswered.has(lotId);
      const done = sent.filter(isDone);
      const marks = done.map(({ lotId, cell }) => cellKey(lotId, cell.field));
      setSaved((all) => new Set([...all, ...marks]));
      const timer = window.setTimeout(() => {
        timers.current.delete(timer);
        setSaved((all) => new Set([...all].filter((key) => !marks.includes(key))));
      }, SAVED_MS);
      timers.current.add(timer);
      const isKnown = ({ field }: GridCell) => field !== "reserve" || seesReserve;
      return {
        back: changes.filter(isDone).flatMap(({ lotId, cells }) => {
          const lot = stored.get(lotId);
          const known = cells.filter(isKnown);
          return known.length === 0 ? [] : [{ lotId, cells: known.map((cell) => reversed(cell, lot)) }];
        }),
        keepsReserve: done.some(({ cell }) => !isKnown(cell)),
        refusal: unanswered.size > 0 ? message : (refused[0]?.message ?? null),
      };
    },
    [client, houseId, catalogId, seesReserve, show, mark],
  );

  // One call after another: a second edit of a cell is compared with what the first one stored.
  const save = useCallback(
    (changes: readonly LotCells[]) => {
      const next = last.current.then(() => send(changes));
      last.current = next;
      return next;
    },
    [send],
  );

  const refuse = useCallback(
    (found: readonly PasteFault[]) => {
      mark((all) => {
        const next = new Map(all);
        for (const { lotId, field, typed, message } of found)
          next.set(cellKey(lotId, field), { typed, message });
        return next;
      });
    },
    [mark],
  );

  const forget = useCallback((key: string) => mark((all) => without(all, [key])), [mark]);
  const faultOf = useCallback((key: string) => newest.current.get(key), []);
  return { faults, saving, saved, faultOf, save, refuse, forget };
}

function without(all: Faults, keys: readonly string[]): Faults {
  if (!keys.some((key) => all.has(key))) return all;
  const next = new Map(all);
  for (const key of keys) next.delete(key);
  return next;
}

/** Brings a cell back from what was stored, which may be spelt otherwise than what was typed. */
const reversed = ({ field, was, now }: GridCell, stored: GridLot | undefined): GridCell => ({
  field,
  was: stored ? cellText(stored, field) : now,
  now: was,
});

/** The lot as it will be once a cell is saved. */
export function withCell(lot: GridLot, { field, now }: GridCell): GridLot {
  const amount = now ? Number(now) : null;
  switch (field) {
    case "catalogLotId":
      return { ...lot, catalogLotId: amount };
    case "titleRu":
      return { ...lot, titleRu: now ?? "" };
    case "author":
      return { ...lot, author: now ? now.split(";").map((name) => name.trim()) : [] };
    case "categoryId":
      return { ...lot, categoryId: amount };
    case "start":
      return { ...lot, price: { ...lot.price, start: amount ?? 0 } };
    case "reserve":
      return { ...lot, price: { ...lot.price, hasReserve: amount !== null, reserve: amount } };
    case "estimatedFrom":
      return { ...lot, price: { ...lot.price, estimatedFrom: amount } };
    case "estimatedTo":
      return { ...lot, price: { ...lot.price, estimatedTo: amount } };
    case "period":
    case "size":
    case "materials":
      return { ...lot, [field]: now };
    case "hidden":
      return { ...lot, hidden: now === "true" };
    default:
      return lot;
  }
}
