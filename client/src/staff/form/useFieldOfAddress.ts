import { useEffect } from "react";
import { useLocation } from "react-router";

const FOCUSABLE = "input:not([type=file]), textarea, button, [contenteditable='true']";

/**
 * Focuses the field that the address names, as in `?field=startDate`: a field of a form by its `data-path`, or the first one
 * within `data-jump`. Call it where the fields are rendered.
 */
export function useFieldOfAddress(): void {
  const { search, key } = useLocation();
  const name = new URLSearchParams(search).get("field");
  // Another press of the same link has another key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (name === null) return;
    const named = [...document.querySelectorAll<HTMLElement>("[data-path], [data-jump]")].find(
      ({ dataset }) => dataset.path === name || dataset.jump === name,
    );
    const field = named?.matches(FOCUSABLE) ? named : named?.querySelector<HTMLElement>(FOCUSABLE);
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [name, key]);
}
