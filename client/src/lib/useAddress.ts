import { useCallback } from "react";
import { useSearchParams } from "react-router";

type Value = string | number | readonly (string | number)[] | null;

/** A list in the address: `cats=1866,1867`. */
export function numbersOf(value: string | null): number[] {
  if (!value) return [];
  return value
    .split(",")
    .map((part) => Number.parseInt(part, 10))
    .filter((n) => Number.isInteger(n) && n >= 0);
}

export function pageOfAddress(params: URLSearchParams): number {
  const page = Number.parseInt(params.get("page") ?? "", 10);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/**
 * Filters in the address: a link shares the view, and Back and Forward work. Any change except of the page number
 * returns to the first page.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();

  const change = useCallback(
    (changes: Record<string, Value>, options: { replace?: boolean } = {}) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (!("page" in changes)) next.delete("page");
          for (const [name, value] of Object.entries(changes)) {
            const text = Array.isArray(value) ? value.join(",") : value === null ? "" : String(value);
            if (text === "") next.delete(name);
            else next.set(name, text);
          }
          return next;
        },
        // Synchronously: a box ticked while the previous tick is still rendering would undo it.
        { replace: options.replace, preventScrollReset: true, flushSync: true },
      );
    },
    [setParams],
  );

  return { params, change };
}
