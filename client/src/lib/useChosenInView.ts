import { useEffect, useRef } from "react";

/** For a row of choices that scrolls sideways: shows the chosen one. Give the ref to the SegmentedControl. */
export function useChosenInView(value: string) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen input is read from the document
  useEffect(() => {
    const row = ref.current;
    const chosen = row?.querySelector<HTMLElement>("input:checked")?.parentElement;
    if (!row || !chosen) return;
    row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return ref;
}
