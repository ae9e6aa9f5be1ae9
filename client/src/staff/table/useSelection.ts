import { useState } from "react";
import { useLocation } from "react-router";
import { restrictionOf } from "./passing";

interface Picked<T> {
  row: T;
  /** The order and the page of the list where it was seen last. */
  place: string;
}

interface ShownRows<T> {
  /** Undefined until the server has answered. */
  rows: readonly T[] | undefined;
  /** Whether they are another page's, until this one's come. */
  isStale: boolean;
  rowId: (row: T) => number | string;
  /** Whether rows of several searches are selected together. */
  acrossSearches: boolean;
}

interface Selection<T> {
  selected: T[];
  /** How many of them are on other pages. */
  elsewhere: number;
  select: (rows: readonly T[]) => void;
}

/**
 * The selected rows of a list, over all its pages, as the server gave them last. Unless it is made across searches, a search
 * or a filter ends the selection, and a row that is gone from the page where it was seen leaves it: nobody acts on what they can no longer see.
 */
export function useSelection<T>({ rows, isStale, rowId, acrossSearches }: ShownRows<T>): Selection<T> {
  const { search } = useLocation();
  const restriction = restrictionOf(search);
  const params = new URLSearchParams(search);
  const place = [params.get("sort"), params.get("page"), acrossSearches && restriction].join();
  const [picked, setPicked] = useState<readonly Picked<T>[]>([]);
  const [within, setWithin] = useState(restriction);
  const known = new Map(rows?.map((row) => [rowId(row), row]));

  const now =
    within !== restriction && !acrossSearches
      ? []
      : !rows || isStale
        ? picked
        : picked.flatMap((one) => {
            const row = known.get(rowId(one.row));
            if (row !== undefined) return [{ row, place }];
            return one.place === place ? [] : [one];
          });
  if (within !== restriction) setWithin(restriction);
  if (
    now.length !== picked.length ||
    now.some(({ row, place }, at) => row !== picked[at]?.row || place !== picked[at]?.place)
  ) {
    setPicked(now);
  }

  return {
    selected: now.map(({ row }) => row),
    elsewhere: now.filter(({ row }) => !known.has(rowId(row))).length,
    select: (next) =>
      setPicked(next.map((row) => now.find((one) => rowId(one.row) === rowId(row)) ?? { row, place })),
  };
}
