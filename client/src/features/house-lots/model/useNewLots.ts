import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { tellError } from "@/components/Toast/toasts";
import type { GridLot } from "@/lib/api/types";
import { count, quoted } from "@/lib/format";
import { gridOptions } from "@/staff/api/grid";
import type { LotCells } from "../api/grid";
import { createFullLot } from "../api/lot";
import { deleteLots } from "./bulk";
import { COLUMNS, cellText } from "./columns";
import {
  createdMeanwhile,
  type Doubt,
  editedSince,
  gridLotOf,
  IN_DOUBT,
  isInDoubt,
  type Refusal,
  refusalOf,
  stopsOthers,
  valuesToCreate,
} from "./creation";
import { blankLot, type NewRow } from "./newRows";
import { cellKey, type GridEdits, withCell } from "./useGridEdits";
import type { Act, History } from "./useHistory";

const LOTS = ["лот", "лота", "лотов"] as const;

/** What was pasted at once. */
interface Paste {
  /** Its changes of lots that were there before, which are undone together with the new lots. */
  changes: Promise<Act | null> | null;
}

interface Row {
  /** Negative. */
  id: number;
  /** As it was edited last. */
  lot: GridLot;
  /** Refused also stands for cells that cannot be read, held for rows that wait until the person goes on. */
  standing: "waiting" | "sending" | "made" | "refused" | "held";
  /** The lot it became. */
  stored: GridLot | null;
  /** It was sent before, and whether it became a lot is not known. */
  doubt: Doubt | null;
  refusal: Refusal | null;
  paste: Paste;
}

export type NewLotRow = Readonly<Row>;

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
  add: (rows: readonly NewRow[], changes?: Promise<Act | null>) => void;
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

/** Lots made of pasted rows: one call after another, each row with its own verdict. */
export function useNewLots({ houseId, catalogId, currency, all, edits, history }: Options): NewLots {
  const client = useQueryClient();
  const { queryKey } = gridOptions(houseId, catalogId);
  // The calls read the rows between two renders, so the newest ones are kept here too.
  const rows = useRef<readonly Row[]>([]);
  const [shown, setShown] = useState<readonly Row[]>([]);
  /** How many rows of the running queue were answered; null while none runs. */
  const [done, setDone] = useState<number | null>(null);
  const isRunning = useRef(false);
  const isStopped = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const next = useRef(-1);
  /** What the person was not told yet. */
  const failures = useRef(0);
  const lost = useRef<string | null>(null);
  /** The lots that rows of this page became. */
  const ours = useRef(new Set<number>());

  const put = useCallback((change: (row: Row) => Row | null) => {
    rows.current = rows.current.flatMap((row) => change(row) ?? []);
    setShown(rows.current);
  }, []);
  const set = (id: number, change: Partial<Row>) =>
    put((row) => (row.id === id ? { ...row, ...change } : row));
  const newest = (id: number) => rows.current.find((row) => row.id === id);

  const { faultOf, refuse, forget } = edits;
  const showsRefusal = ({ id, refusal }: Row) =>
    refusal !== null && faultOf(cellKey(id, refusal.field))?.message === refusal.message;
  /** Whether a row has cells that cannot be read. */
  const isUnread = (row: Row) =>
    COLUMNS.some(
      ({ field }) => faultOf(cellKey(row.id, field)) && !(row.refusal?.field === field && showsRefusal(row)),
    );
  const forgetRefusal = (row: Row) => {
    if (row.refusal && showsRefusal(row)) forget(cellKey(row.id, row.refusal.field));
  };

  const hold = () => put((row) => (row.standing === "waiting" ? { ...row, standing: "held" } : row));

  /** The next row to send. Those that were made unreadable while they waited drop out of the queue. */
  const nextRow = (): Row | undefined => {
    for (;;) {
      const row = isGone.current ? undefined : rows.current.find(({ standing }) => standing === "waiting");
      if (!row || !isUnread(row)) return row;
      failures.current += 1;
      set(row.id, { standing: "refused" });
    }
  };

  /** The lot that the row became when its answer was lost, if it did. */
  const lookUp = async (doubt: Doubt) => {
    await client.cancelQueries({ queryKey });
    const now = await client.fetchQuery({ ...gridOptions(houseId, catalogId), staleTime: 0 });
    return createdMeanwhile(doubt, now, ours.current);
  };

  /** Makes a row a lot. What was edited while the call was on its way becomes an edit of that lot. */
  const keep = async (id: number, stored: GridLot, sent: GridLot) => {
    ours.current.add(stored.id);
    // An answer on its way may have been read before the lot was stored.
    await client.cancelQueries({ queryKey });
    const edited = newest(id)?.lot ?? sent;
    set(id, { standing: "made", stored, doubt: null });
    client.setQueryData(queryKey, (lots) => lots && [...lots.filter((lot) => lot.id !== stored.id), stored]);
    for (const { field } of COLUMNS) {
      const fault = faultOf(cellKey(id, field));
      if (!fault) continue;
      forget(cellKey(id, field));
      refuse([{ ...fault, lotId: stored.id, field }]);
    }
    const cells = editedSince(sent, edited, stored);
    if (cells.length > 0) void edits.save([{ lotId: stored.id, cells }]);
  };

  const fail = (id: number, error: unknown, attempt: Doubt | null, isLost: boolean) => {
    const row = newest(id);
    if (!row) return;
    if (isLost || stopsOthers(error)) hold();
    else if (row.lot !== attempt?.sent) {
      // The refusal is about what the row was before an edit.
      return set(id, { standing: isStopped.current ? "held" : "waiting", doubt: null });
    }
    const refusal = isLost ? IN_DOUBT : refusalOf(error);
    if (isLost) lost.current = row.lot.titleRu;
    else failures.current += 1;
    set(id, { standing: "refused", refusal, doubt: isLost ? attempt : null });
    const { field, message } = refusal;
    // What was typed into the cell meanwhile and cannot be read is not lost either.
    if (!faultOf(cellKey(id, field))) {
      refuse([{ lotId: id, field, typed: cellText(row.lot, field) ?? "", message }]);
    }
  };

  const make = async (row: Row): Promise<GridLot | null> => {
    forgetRefusal(row);
    set(row.id, { standing: "sending", refusal: null });
    let attempt = row.doubt;
    try {
      let stored = attempt && (await lookUp(attempt));
      if (!attempt || !stored) {
        const sent = newest(row.id)?.lot ?? row.lot;
        attempt = { sent, before: client.getQueryData(queryKey) ?? [] };
        stored = gridLotOf(await createFullLot(houseId, catalogId, valuesToCreate(sent)), sent);
      }
      await keep(row.id, stored, attempt.sent);
      return stored;
    } catch (error) {
      // A look-up that fails leaves the former doubt.
      fail(row.id, error, attempt, attempt === row.doubt || isInDoubt(error));
      return null;
    }
  };

  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    isStopped.current = false;
    const made = new Map<Paste, GridLot[]>();
    for (let row = nextRow(); row; row = nextRow()) {
      setDone((now) => now ?? 0);
      const lot = await make(row);
      if (lot) made.set(row.paste, [...(made.get(row.paste) ?? []), lot]);
      setDone((now) => (now ?? 0) + 1);
    }
    isRunning.current = false;
    setDone(null);
    await tellOutcome(made);
  };

  const tellOutcome = async (made: ReadonlyMap<Paste, readonly GridLot[]>) => {
    const [failed, title] = [failures.current, lost.current];
    failures.current = 0;
    lost.current = null;
    if (title !== null) {
      tellError(`Неизвестно, создан ли лот ${quoted(title)}: ответ не пришёл`);
    }
    // The rows are gone with the page.
    if (failed > 0 && !isGone.current) {
      tellError(`Не создано: ${count(failed, LOTS)}. Строки с объяснениями остались внизу таблицы`);
    }
    if (made.size === 0) return;
    void client.invalidateQueries({ queryKey });
    for (const [paste, lots] of made) {
      const { changes } = paste;
      paste.changes = null;
      history.add(() => deleteLots(lots), `Создано: ${count(lots.length, LOTS)}`, await changes);
    }
  };

  /** Drops rows, but those that are or may now become lots. */
  const dropThose = (which: (row: Row) => boolean) =>
    put((row) => {
      if (row.standing === "made" || row.standing === "sending" || !which(row)) return row;
      for (const { field } of COLUMNS) forget(cellKey(row.id, field));
      return null;
    });

  const lots = useMemo(() => {
    const known = new Map(shown.some(({ stored }) => stored) ? all.map((lot) => [lot.id, lot] as const) : []);
    return shown.map(({ lot, stored }) => (stored ? (known.get(stored.id) ?? stored) : lot));
  }, [shown, all]);
  const madeOf = useMemo(
    () => new Map(shown.flatMap(({ id, stored }) => (stored ? [[stored.id, id] as const] : []))),
    [shown],
  );

  return {
    lots,
    madeOf,
    rowOf: (id) => shown.find((row) => row.id === id),
    left: shown.filter(({ standing }) => standing !== "made").length,
    held: shown.filter(isHeld).length,
    progress: done === null ? null : { done, of: done + shown.filter(isQueued).length },
    add: (pasted, changes) => {
      const paste: Paste = { changes: changes ?? null };
      const added = pasted.map(({ cells, faults }): Row => {
        const id = next.current;
        next.current -= 1;
        const isReady = faults.length === 0;
        if (!isReady) failures.current += 1;
        refuse(faults.map((fault) => ({ ...fault, lotId: id })));
        return {
          id,
          lot: cells.reduce(withCell, blankLot(id, catalogId, currency)),
          standing: isReady ? "waiting" : "refused",
          stored: null,
          doubt: null,
          refusal: null,
          paste,
        };
      });
      rows.current = [...rows.current, ...added];
      setShown(rows.current);
      void run();
    },
    change: (changes) => {
      const byRow = new Map(changes.map(({ lotId, cells }) => [lotId, cells]));
      const ofLots: LotCells[] = [];
      put((row) => {
        const cells = byRow.get(row.id);
        if (!cells) return row;
        if (row.stored) {
          ofLots.push({ lotId: row.stored.id, cells });
          return row;
        }
        for (const { field } of cells) forget(cellKey(row.id, field));
        const changed = { ...row, lot: cells.reduce(withCell, row.lot) };
        // A refusal may concern any cell: the next answer says whether it still holds.
        return row.standing === "refused" && !isUnread(changed)
          ? { ...changed, standing: "waiting" }
          : changed;
      });
      if (ofLots.length > 0) void edits.save(ofLots);
      void run();
    },
    retry: (id) => {
      put((row) =>
        row.id === id && (row.standing === "refused" || row.standing === "held") && !isUnread(row)
          ? { ...row, standing: "waiting" }
          : row,
      );
      void run();
    },
    drop: (id) => dropThose((row) => row.id === id),
    dropAll: () => dropThose(() => true),
    stop: () => {
      isStopped.current = true;
      hold();
    },
    goOn: () => {
      put((row) => (isHeld(row) && !isUnread(row) ? { ...row, standing: "waiting" } : row));
      void run();
    },
    settle: useCallback(() => put((row) => (row.stored ? null : row)), [put]),
  };
}

const isQueued = ({ standing }: Row) => standing === "waiting" || standing === "sending";

/** Whether the row was stopped on its way, by the person or by a lost answer. */
const isHeld = ({ standing, doubt }: Row) =>
  standing === "held" || (standing === "refused" && doubt !== null);
