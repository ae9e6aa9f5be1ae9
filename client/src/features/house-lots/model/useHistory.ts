import { useCallback, useMemo, useRef } from "react";
import { tell, tellFault } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import { offerUndo, withdrawUndo } from "@/staff/acts/undo";

type Undo = () => Promise<unknown>;

/** Something done in the grid that can be taken back. */
export interface Act {
  undo: Undo;
  /** What was done, if it was offered to undo it. */
  done: string | undefined;
}

export interface History {
  /** Notes an act. Together with `earlier`, the first part of it, it becomes one act, unless that is undone already. */
  add: (undo: Undo, done?: string, earlier?: Act | null) => Act;
  undo: () => void;
}

const OFFER = "lots-grid";

/** The most acts that Ctrl+Z takes back. */
const LONGEST = 100;

/** What was done in the grid: Ctrl+Z takes it back, latest first. Acts on many lots also offer it for ten seconds. */
export function useHistory(after: () => void): History {
  const acts = useRef<Act[]>([]);
  const offered = useRef<Act>(undefined);
  const add = useCallback(
    (undo: Undo, done?: string, earlier?: Act | null) => {
      const first = acts.current.find((other) => other === earlier);
      const act: Act = {
        done: first?.done && done ? `${first.done}. ${done}` : done,
        undo: async () => {
          acts.current = acts.current.filter((other) => other !== act);
          try {
            await (first ? undoBoth(undo, first.undo) : undo());
          } finally {
            // A refused undo may have taken back a part.
            after();
          }
        },
      };
      acts.current = [...acts.current.filter((other) => other !== first), act].slice(-LONGEST);
      if (act.done) {
        offered.current = act;
        offerUndo({ key: OFFER, done: act.done, undo: act.undo });
      }
      return act;
    },
    [after],
  );
  const undo = useCallback(() => {
    const last = acts.current.at(-1);
    if (!last) return tell("Отменять нечего");
    if (last === offered.current) withdrawUndo(OFFER);
    last.undo().then(() => tell("Отменено"), tellFault);
  }, []);
  return useMemo(() => ({ add, undo }), [add, undo]);
}

/** Takes back the second part of an act and then the first, which a refusal of the second does not keep. */
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
