import { useEffect, useRef } from "react";

/**
 * Scrolls a horizontal row of links or choices so that the current one is visible, a frame after it renders. Attach the
 * ref to the row.
 */
export function useChosenInView<Row extends HTMLElement = HTMLDivElement>(value: string) {
  const ref = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one is read from the document
  useEffect(() => {
    const row = ref.current;
    const chosen = row?.querySelector("[aria-current]") ?? row?.querySelector("input:checked")?.parentElement;
    if (!row || !chosen) return;
    // Measuring in the effect would force an extra layout of a page that has just rendered.
    const observer = new IntersectionObserver(
      ([measured]) => {
        observer.disconnect();
        if (!measured?.rootBounds) return;
        const { rootBounds: place, boundingClientRect: own } = measured;
        row.scrollLeft += own.left - place.left - (place.width - own.width) / 2;
      },
      { root: row },
    );
    observer.observe(chosen);
    return () => observer.disconnect();
  }, [value]);
  return ref;
}
