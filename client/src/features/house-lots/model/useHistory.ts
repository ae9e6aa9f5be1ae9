import { useCallback, useMemo, useRef } from "react";
import { tell, tellFault } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import { offerUndo, withdrawUndo } from "@/staff/actions/undo";
import { activeCell } from "./useActiveCell";

type Undo = () => Promise<unknown>;

/** Something done in the grid that can be taken back. */
export interface GridAction {
  undo: Undo;
  /** What was done, if it was offered to undo it. */
  done: string | undefined;
}

export interface History {
  /** Notes an action. It joins `earlier`, its first part, into one action, unless that is undone already. */
  add: (undo: Undo, done?: string, earlier?: GridAction | null) => GridAction;
  undo: () => void;
}

const OFFER = "lots-grid";

/** The most actions that Ctrl+Z takes back. */
const LONGEST = 100;

/** What was done in the grid: Ctrl+Z takes it back, latest first. Actions on many lots also offer it for 10 s. */
export function useHistory(after: () => void): History {
  const actions = useRef<GridAction[]>([]);
  const offered = useRef<GridAction>(undefined);
  const add = useCallback(
    (undo: Undo, done?: string, earlier?: GridAction | null) => {
      const first = actions.current.find((other) => other === earlier);
      const action: GridAction = {
        done: first?.done && done ? `${first.done}. ${done}` : done,
        undo: async () => {
          actions.current = actions.current.filter((other) => other !== action);
          try {
            await (first ? undoBoth(undo, first.undo) : undo());
          } finally {
            // A refused undo may have taken back a part.
            after();
          }
        },
      };
      actions.current = [...actions.current.filter((other) => other !== first), action].slice(-LONGEST);
      if (action.done) {
        offered.current = action;
        offerUndo({ key: OFFER, done: action.done, undo: action.undo, returnTo: activeCell });
      }
      return action;
    },
    [after],
  );
  const undo = useCallback(() => {
    const last = actions.current.at(-1);
    if (!last) return tell("Отменять нечего");
    if (last === offered.current) withdrawUndo(OFFER);
    last.undo().then(() => tell("Отменено"), tellFault);
  }, []);
  return useMemo(() => ({ add, undo }), [add, undo]);
}

/** Takes back the second part of an action and then the first, which a refusal of the second does not keep. */
async function undoBoth(second: Undo, first: Undo): Promise<void> {
  const faults: string[] = [];
  for (const undo of [second, first]) {
    try {
      await undo();
    } catch (fault) {
      faults.push(faultText(fault) ?? "Прервано");
    }
  }
  if (faults.length > 0) throw faults.join(". ");
}
