import { useState } from "react";
import type { HallLot } from "@/lib/api/types";
import { serverNow, useServerNow } from "@/lib/clock";
import { outcomeOf } from "./hallState";

/** How long the outcome of a lot stays after the next one has opened. */
const SHOWN_MS = 8000;

/** The lot that has just left the block with an outcome: the next one opens with the same hammer. */
export function useHammered(lots: readonly HallLot[], currentId: number | null): HallLot | null {
  const [seen, setSeen] = useState({ current: currentId, left: null as number | null, at: 0 });
  if (seen.current !== currentId) {
    setSeen({ current: currentId, left: seen.current, at: serverNow() });
  }
  const now = useServerNow(1000);
  if (seen.left === null || seen.left === currentId || now - seen.at > SHOWN_MS) return null;
  const lot = lots.find(({ id }) => id === seen.left);
  return lot && outcomeOf(lot) ? lot : null;
}
