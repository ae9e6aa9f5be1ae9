import { useEffect } from "react";
import { useLocation } from "react-router";

const FOCUSABLE = "input:not([type=file]), textarea, button, [contenteditable='true']";

/** Focuses the page's first field that goes by a name asked for: of a form by its `data-path`, else within `data-jump`. */
export function focusField(isAsked: (name: string) => boolean): void {
  const named = [...document.querySelectorAll<HTMLElement>("[data-path], [data-jump]")].find(({ dataset }) =>
    isAsked(dataset.path ?? dataset.jump ?? ""),
  );
  const field = named?.matches(FOCUSABLE) ? named : named?.querySelector<HTMLElement>(FOCUSABLE);
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}

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
    if (name !== null) focusField((known) => known === name);
  }, [name, key]);
}
