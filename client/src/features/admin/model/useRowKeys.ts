import { useState } from "react";
import { moved } from "./order";

/**
 * React's keys of the rows of a list whose items have no ids of their own: a row that moves takes its key along, and with
 * it the focus. If the list changes otherwise, for example by a save, keys stay with their places.
 */
export function useRowKeys(count: number) {
  const [known, setKnown] = useState<readonly number[]>([]);
  const keys = fitted(known, count);
  return { keys, move: (from: number, to: number) => setKnown(moved(keys, from, to)) };
}

function fitted(keys: readonly number[], count: number): number[] {
  const next = keys.slice(0, count);
  while (next.length < count) next.push(Math.max(-1, ...next) + 1);
  return next;
}
