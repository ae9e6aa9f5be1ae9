import { useEffect, useRef } from "react";

/** For a row of links or choices that scrolls sideways: shows the chosen one. Give the ref to the row. */
export function useChosenInView<Row extends HTMLElement = HTMLDivElement>(value: string) {
  const ref = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one is read from the document
  useEffect(() => {
    const row = ref.current;
    const chosen = row?.querySelector("[aria-current]") ?? row?.querySelector("input:checked")?.parentElement;
    if (!row || !chosen) return;
    const [place, own] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()];
    row.scrollLeft += own.left - place.left - (place.width - own.width) / 2;
  }, [value]);
  return ref;
}
