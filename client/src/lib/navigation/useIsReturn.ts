import { useState } from "react";
import { useMoves } from "./NavigationRouter";
import type { Place } from "./navigation";

function isReturn({ action, isOpening }: Place): boolean {
  if (!isOpening) return action === "POP";
  const [page] = performance.getEntriesByType("navigation");
  return page !== undefined && (page as PerformanceNavigationTiming).type !== "navigate";
}

/**
 * Whether the visitor had come back when the calling component was mounted, by Back, Forward or by loading the page again.
 * They are put where they were, so the page must have its whole height at once.
 */
export function useIsReturn(): boolean {
  const { place } = useMoves();
  const [value] = useState(() => isReturn(place));
  return value;
}
