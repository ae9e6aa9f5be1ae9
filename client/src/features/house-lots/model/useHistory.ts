import { useCallback, useRef } from "react";
import { tell, tellFault } from "@/components/Toast/toasts";
import { offerUndo, withdrawUndo } from "@/staff/acts/undo";

type Undo = () => Promise<unknown>;

const OFFER = "lots-grid";

/** The most acts that Ctrl+Z takes back. */
const LONGEST = 100;

/** What was done in the grid: Ctrl+Z takes it back, latest first. Acts on many lots also offer it for ten seconds. */
export function useHistory(after: () => void) {
  const acts = useRef<Undo[]>([]);
  const offered = useRef<Undo>(undefined);
  const add = useCallback(
    (undo: Undo, done?: string) => {
      const act: Undo = async () => {
        acts.current = acts.current.filter((other) => other !== act);
        await undo();
        after();
      };
      acts.current = [...acts.current, act].slice(-LONGEST);
      if (!done) return;
      offered.current = act;
      offerUndo({ key: OFFER, done, undo: act });
    },
    [after],
  );
  const undo = useCallback(() => {
    const last = acts.current.at(-1);
    if (!last) return tell("Отменять нечего");
    if (last === offered.current) withdrawUndo(OFFER);
    last().then(() => tell("Отменено"), tellFault);
  }, []);
  return { add, undo };
}
