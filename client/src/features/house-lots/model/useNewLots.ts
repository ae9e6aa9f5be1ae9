import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { ApiError, faultText } from "@/lib/api/errors";
import type { GridField, GridLot } from "@/lib/api/types";
import { gridOptions } from "@/staff/api/grid";
import type { LotCells } from "../api/grid";
import { createFullLot } from "../api/lot";
import { COLUMNS, cellText } from "./columns";
import { EMPTY_LOT, type LotValues, serverField } from "./lotForm";
import { blankLot, type NewRow } from "./newRows";
import { cellKey, type GridEdits, withCell } from "./useGridEdits";

const text = (value: number | null) => (value === null || value === 0 ? "" : String(value));

const valuesOf = (lot: GridLot): LotValues => ({
  ...EMPTY_LOT,
  number: text(lot.catalogLotId),
  title: lot.titleRu,
  author: [...lot.author],
  categoryId: lot.categoryId === null ? null : String(lot.categoryId),
  period: lot.period ?? "",
  size: lot.size ?? "",
  materials: lot.materials ?? "",
  start: text(lot.price.start),
  reserve: text(lot.price.reserve),
  estimatedFrom: text(lot.price.estimatedFrom),
  estimatedTo: text(lot.price.estimatedTo),
});

/** Where the server's refusal is shown: at the field it names, or at the title. */
function refusalOf(error: unknown): { field: GridField; message: string } {
  const message = faultText(error) ?? "Лот не создан: связь прервалась";
  const named = COLUMNS.find(({ field }) => error instanceof ApiError && error.field(serverField(field)));
  if (!named || !(error instanceof ApiError)) return { field: "titleRu", message };
  return { field: named.field, message: error.field(serverField(named.field)) ?? message };
}

export interface NewLots {
  /** Lots that are not made yet, with negative ids: what was refused stays here with its reason. */
  lots: readonly GridLot[];
  /** Those that are made and will be read with the next answer. */
  made: ReadonlySet<number>;
  /** The cells the server refused: another try may succeed. */
  refused: ReadonlySet<string>;
  add: (rows: readonly NewRow[]) => void;
  /** Changes cells, and tries again. */
  change: (changes: readonly LotCells[]) => void;
  retry: (id: number) => void;
  drop: (id: number) => void;
}

interface Options {
  houseId: number;
  catalogId: number | null;
  currency: number;
  edits: GridEdits;
  /** The ids of the lots that were made, and how many rows stay. */
  onMade: (ids: readonly number[], left: number) => void;
}

/** Lots made of pasted rows: one call after another, each row with its own verdict. */
export function useNewLots({ houseId, catalogId, currency, edits, onMade }: Options): NewLots {
  const client = useQueryClient();
  const [lots, setLots] = useState<readonly GridLot[]>([]);
  const [made, setMade] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const next = useRef(-1);
  const { refuse, forget } = edits;

  const send = useCallback(
    async (batch: readonly GridLot[], unread: number) => {
      const ids = new Map<number, number>();
      let failures = unread;
      for (const lot of batch) {
        try {
          const stored = await createFullLot(houseId, catalogId, valuesOf(lot));
          ids.set(lot.id, stored.id);
          setMade((all) => new Set([...all, lot.id]));
        } catch (error) {
          failures += 1;
          const { field, message } = refusalOf(error);
          refuse([{ lotId: lot.id, field, typed: cellText(lot, field) ?? "", message }]);
          setRefused((all) => new Set([...all, cellKey(lot.id, field)]));
        }
      }
      // The made lots take the place of their rows at once.
      if (ids.size > 0) await client.refetchQueries({ queryKey: gridOptions(houseId, catalogId).queryKey });
      setLots((all) => all.filter(({ id }) => !ids.has(id)));
      onMade([...ids.values()], failures);
    },
    [client, houseId, catalogId, refuse, onMade],
  );
  /** `unread` counts the rows that came with the batch and must be mended first. */
  const queue = (batch: readonly GridLot[], unread = 0) => {
    if (batch.length + unread > 0) last.current = last.current.then(() => send(batch, unread));
  };
  const release = (keys: readonly string[]) => {
    for (const key of keys) forget(key);
    setRefused((all) => new Set([...all].filter((key) => !keys.includes(key))));
  };
  const keysOf = (id: number) => COLUMNS.map(({ field }) => cellKey(id, field));
  /** Whether a row has cells that cannot be read, other than those. */
  const isUnread = (id: number, mended: readonly string[] = []) =>
    keysOf(id).some((key) => edits.faults.has(key) && !refused.has(key) && !mended.includes(key));

  return {
    lots,
    made,
    refused,
    add: (rows) => {
      const added = rows.map((row) => {
        const id = next.current;
        next.current -= 1;
        return { row, lot: row.cells.reduce(withCell, blankLot(id, catalogId, currency)) };
      });
      setLots((all) => [...all, ...added.map(({ lot }) => lot)]);
      refuse(added.flatMap(({ row, lot }) => row.faults.map((fault) => ({ ...fault, lotId: lot.id }))));
      const ready = added.filter(({ row }) => row.faults.length === 0).map(({ lot }) => lot);
      queue(ready, added.length - ready.length);
    },
    change: (changes) => {
      const changed = changes.flatMap(({ lotId, cells }) => {
        const lot = lots.find(({ id }) => id === lotId);
        return lot ? [{ lot: cells.reduce(withCell, lot), cells }] : [];
      });
      setLots((all) => all.map((lot) => changed.find((other) => other.lot.id === lot.id)?.lot ?? lot));
      queue(
        changed.flatMap(({ lot, cells }) => {
          const mended = cells.map(({ field }) => cellKey(lot.id, field));
          const isReady = !isUnread(lot.id, mended);
          // A refusal may concern any cell: the next answer says whether it still holds.
          release(isReady ? keysOf(lot.id) : mended);
          return isReady ? [lot] : [];
        }),
      );
    },
    retry: (id) => {
      if (isUnread(id)) return;
      release(keysOf(id));
      queue(lots.filter((lot) => lot.id === id));
    },
    drop: (id) => {
      release(keysOf(id));
      setLots((all) => all.filter((lot) => lot.id !== id));
    },
  };
}
