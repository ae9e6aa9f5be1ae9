import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Brings the bid button of the returned section to the viewer where the address asks for it, as that of a notice does. */
export function useBidFocus(): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a notice that is opened again leads there again
  useEffect(() => {
    if (hash !== "#bid") return;
    section.current?.scrollIntoView({ block: "center" });
    section.current?.querySelector<HTMLElement>("[data-variant=bid]")?.focus({ preventScroll: true });
  }, [hash, key]);
  return section;
}
