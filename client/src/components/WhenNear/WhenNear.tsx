import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { useMoves } from "@/lib/navigation/NavigationRouter";
import type { Place } from "@/lib/navigation/navigation";

/** How far below the window a place counts as near. */
const MARGIN = "800px 0px";

/** Whoever returns to a page, by Back or by loading it again, is put where they were, so it has its whole height at once. */
function isReturn({ action, isOpening }: Place): boolean {
  if (!isOpening) return action === "POP";
  const [page] = performance.getEntriesByType("navigation");
  return page !== undefined && (page as PerformanceNavigationTiming).type !== "navigate";
}

interface WhenNearProps {
  children: ReactNode;
  /** Has the place's height meanwhile, where what follows would move otherwise. */
  placeholder?: ReactNode;
}

/** What is far below the first screen: it is loaded and rendered once its place comes near the window, and stays. */
export function WhenNear({ children, placeholder }: WhenNearProps) {
  const moves = useMoves();
  const [near, setNear] = useState(() => isReturn(moves.place));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (near || !element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  return near ? children : <div ref={place}>{placeholder}</div>;
}
