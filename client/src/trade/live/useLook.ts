import { useCallback, useEffect, useRef } from "react";
import { chatConnection } from "./chatConnection";

/** A hand near the button is reported at most this often. */
const REACH_MS = 3000;

/**
 * Reports to the room which lot the viewer looks at, for the counts on the auctioneer's desk. Returns what to call when the viewer
 * reaches for the bid button.
 */
export function useLook(catalogId: number | null, lotId: number | null): () => void {
  const reachedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    reachedAt.current = Number.NEGATIVE_INFINITY;
    if (catalogId !== null && lotId !== null) chatConnection.look(catalogId, lotId, false);
  }, [catalogId, lotId]);
  return useCallback(() => {
    const now = performance.now();
    if (catalogId === null || lotId === null || now - reachedAt.current < REACH_MS) return;
    reachedAt.current = now;
    chatConnection.look(catalogId, lotId, true);
  }, [catalogId, lotId]);
}
