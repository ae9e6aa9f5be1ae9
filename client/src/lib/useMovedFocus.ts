import { useLayoutEffect, useRef } from "react";
import { catchFocus } from "./lostFocus";

/**
 * For the buttons that move one of an ordered list. At an end of the list the pressed one is disabled: then the first
 * enabled one within `ref` takes the focus. `note` is to be called at every move.
 */
export function useMovedFocus<T extends HTMLElement>(place: number) {
  const ref = useRef<T>(null);
  const moves = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the place
  useLayoutEffect(() => {
    if (!moves.current) return;
    moves.current = false;
    catchFocus(ref.current?.querySelector<HTMLElement>("button:enabled"));
  }, [place]);
  return {
    ref,
    note: () => {
      moves.current = true;
    },
  };
}
