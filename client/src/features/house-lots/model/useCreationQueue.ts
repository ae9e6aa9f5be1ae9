import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { tellError } from "@/components/Toast/toasts";
import type { GridLot } from "@/lib/api/types";
import { count, quoted } from "@/lib/format";
import { gridOptions } from "@/staff/api/grid";
import { createFullLot } from "../api/lot";
import { deleteLots } from "./bulk";
import {
  createdMeanwhile,
  type Doubt,
  editedSince,
  gridLotOf,
  IN_DOUBT,
  isInDoubt,
  refusalOf,
  stopsOthers,
  valuesToCreate,
} from "./creation";
import { held, type NewLotRow, type Paste } from "./newLotRows";
import type { RowFaults } from "./rowFaults";
import type { GridEdits } from "./useGridEdits";
import type { History } from "./useHistory";
import type { RowStore } from "./useRowStore";

const LOTS = ["лот", "лота", "лотов"] as const;

interface Options {
  houseId: number;
  catalogId: number | null;
  store: RowStore;
  faults: RowFaults;
  save: GridEdits["save"];
  history: History;
}

interface CreationQueue {
  /** How many rows of the running queue were answered; null while none runs. */
  done: number | null;
  /** Makes lots of the waiting rows, unless that is going on. */
  run: () => void;
  stop: () => void;
  /** Counts a row that could not even be sent. The person is told at the end of the queue. */
  noteFailure: () => void;
}

/** Makes lots of the rows that wait, one call after another, each row with its own verdict. */
export function useCreationQueue({
  houseId,
  catalogId,
  store,
  faults,
  save,
  history,
}: Options): CreationQueue {
  const client = useQueryClient();
  const { queryKey } = gridOptions(houseId, catalogId);
  const [done, setDone] = useState<number | null>(null);
  const isRunning = useRef(false);
  const isStopped = useRef(false);
  const isGone = useIsGone();
  /** What the person was not told yet. */
  const failures = useRef(0);
  const lost = useRef<string | null>(null);
  /** The lots that rows of this page became. */
  const ours = useRef(new Set<number>());

  const rowOf = (id: number) => store.newest().find((row) => row.id === id);

  /** The next row to send. Those that were made unreadable while they waited drop out of the queue. */
  const nextRow = (): NewLotRow | undefined => {
    for (;;) {
      const row = isGone.current ? undefined : store.newest().find(({ standing }) => standing === "waiting");
      if (!row || !faults.isUnread(row)) return row;
      failures.current += 1;
      store.set(row.id, { standing: "refused" });
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
    const edited = rowOf(id)?.lot ?? sent;
    store.set(id, { standing: "made", stored, doubt: null });
    client.setQueryData(queryKey, (lots) => lots && [...lots.filter((lot) => lot.id !== stored.id), stored]);
    faults.moveTo(id, stored.id);
    const cells = editedSince(sent, edited, stored);
    if (cells.length > 0) void save([{ lotId: stored.id, cells }]);
  };

  const fail = (id: number, error: unknown, attempt: Doubt | null, isLost: boolean) => {
    const row = rowOf(id);
    if (!row) return;
    if (isLost || stopsOthers(error)) store.change(held);
    else if (row.lot !== attempt?.sent) {
      // The refusal is about what the row was before an edit.
      return store.set(id, { standing: isStopped.current ? "held" : "waiting", doubt: null });
    }
    const refusal = isLost ? IN_DOUBT : refusalOf(error);
    if (isLost) lost.current = row.lot.titleRu;
    else failures.current += 1;
    store.set(id, { standing: "refused", refusal, doubt: isLost ? attempt : null });
    faults.show(row, refusal);
  };

  const make = async (row: NewLotRow): Promise<GridLot | null> => {
    faults.forgetRefusal(row);
    store.set(row.id, { standing: "sending", refusal: null });
    let attempt = row.doubt;
    try {
      let stored = attempt && (await lookUp(attempt));
      if (!attempt || !stored) {
        const sent = rowOf(row.id)?.lot ?? row.lot;
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
    tellOutcome();
    await noteMade(made);
  };

  const tellOutcome = () => {
    const [failed, title] = [failures.current, lost.current];
    failures.current = 0;
    lost.current = null;
    if (title !== null) {
      tellError(`Неизвестно, создан ли лот ${quoted(title)}: ответ не пришёл`);
    }
    // The rows are gone with the page.
    if (failed > 0 && !isGone.current) {
      const left = failed === 1 ? "Строка с объяснением осталась" : "Строки с объяснениями остались";
      tellError(`Не создано: ${count(failed, LOTS)}. ${left} внизу таблицы`);
    }
  };

  /** Lets the history take each paste back as a whole. */
  const noteMade = async (made: ReadonlyMap<Paste, readonly GridLot[]>) => {
    if (made.size === 0) return;
    void client.invalidateQueries({ queryKey });
    for (const [paste, lots] of made) {
      const { changes } = paste;
      paste.changes = null;
      history.add(() => deleteLots(lots), `Создано: ${count(lots.length, LOTS)}`, await changes);
    }
  };

  return {
    done,
    run: () => void run(),
    stop: () => {
      isStopped.current = true;
      store.change(held);
    },
    noteFailure: () => {
      failures.current += 1;
    },
  };
}

/** Whether the page was left: calls outlive it. */
function useIsGone() {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
