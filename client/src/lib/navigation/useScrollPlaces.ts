import { useLayoutEffect, useRef } from "react";
import type { Location } from "react-router";
import { useMoves } from "./NavigationRouter";

const STORE = "scroll-positions";

/** The key of a page's scroll position. Every page opened by its address has the same location key, so its address tells it apart. */
const keyOf = ({ key, pathname, search }: Location) => (key === "default" ? pathname + search : key);

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

/** The stored positions. A page opened by its address starts at the top, even if it was left further down earlier. */
function restored(location: Location): Record<string, number> {
  const positions = stored();
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (load?.type === "navigate") delete positions[keyOf(location)];
  return positions;
}

/** What the address names after its «#». */
export function elementAt(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    // «#100%» is no name.
    return null;
  }
}

/** The visitor scrolls, or begins something else. */
const INPUT_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to a place that the page may not reach down to yet, because its lists are on the way, and again whenever the page has
 * grown, until the place is there. The returned function ends it, as does any action of the visitor.
 */
function scrollOnceThere(top: number): () => void {
  const { style } = document.documentElement;
  const go = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) <= 1) growth.disconnect();
  };
  const growth = new ResizeObserver(go);
  // The position includes content above it that may not have loaded yet; scroll anchoring would add its height again.
  style.overflowAnchor = "none";
  const stop = () => {
    growth.disconnect();
    style.overflowAnchor = "";
    for (const event of INPUT_EVENTS) window.removeEventListener(event, stop, true);
  };
  for (const event of INPUT_EVENTS) window.addEventListener(event, stop, { capture: true, passive: true });
  growth.observe(document.body);
  go();
  return stop;
}

/** Back returns to where one was. Another page begins at its top, or at what the address names after its «#». */
export function useScrollPlaces(): void {
  const { navigation, place } = useMoves();
  const positions = useRef<Record<string, number> | null>(null);

  // A layout effect, so that it learns of a move before the router above, which may show the next page at once.
  useLayoutEffect(() => {
    let left = navigation.place.location;
    const note = () => {
      positions.current = { ...(positions.current ?? stored()), [keyOf(left)]: window.scrollY };
    };
    const stop = navigation.subscribe(({ location }) => {
      note();
      left = location;
    });
    const leave = () => {
      note();
      try {
        sessionStorage.setItem(STORE, JSON.stringify(positions.current));
      } catch {
        // No storage: a reload begins at the top.
      }
      // What comes next may be another site, or this page as the browser kept it.
      history.scrollRestoration = "auto";
    };
    const take = () => {
      history.scrollRestoration = "manual";
    };
    take();
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", take);
    return () => {
      stop();
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", take);
    };
  }, [navigation]);

  useLayoutEffect(() => {
    const { location, action, options } = place;
    positions.current ??= restored(location);
    const top = action === "POP" ? positions.current[keyOf(location)] : undefined;
    if (top !== undefined) return scrollOnceThere(top);
    const named = elementAt(location.hash);
    if (named) named.scrollIntoView();
    else if (!options.preventScrollReset) window.scrollTo(0, 0);
  }, [place]);
}
