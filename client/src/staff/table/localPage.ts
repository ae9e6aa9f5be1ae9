import type { Page } from "@/lib/api/types";
import type { Cell } from "./csv";
import type { TableState } from "./useTableState";

/** Rows on a page of a list that the client has whole. */
const PAGE = 25;

interface LocalColumn<T> {
  id: string;
  sortable?: "asc" | "desc";
  value?: (row: T) => Cell;
}

/** The orders of a list that is sorted here: by each sortable column, both ways. */
export const localSorts = <T>(columns: readonly LocalColumn<T>[]): readonly string[] =>
  columns.filter(({ sortable }) => sortable).flatMap(({ id }) => [id, `-${id}`]);

function compare(one: Cell, other: Cell): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "ru", { numeric: true });
}

/**
 * A list that the server gives whole, as `StaffTable` shows it: the rows that have every word of the search, in the order
 * of a column, cut into pages. Rows without a value come last either way.
 */
export function localPage<T>(
  rows: readonly T[] | undefined,
  state: Pick<TableState, "page" | "search" | "sort">,
  columns: readonly LocalColumn<T>[],
  textOf: (row: T) => string,
): { all: readonly T[]; page: Page<T> | undefined } {
  if (!rows) return { all: [], page: undefined };
  const words = state.search.toLocaleLowerCase("ru").split(/\s+/).filter(Boolean);
  const all = rows.filter((row) => {
    const text = textOf(row).toLocaleLowerCase("ru");
    return words.every((word) => text.includes(word));
  });
  const value = columns.find(({ id }) => id === state.sort?.replace(/^-/, ""))?.value;
  if (value) {
    const direction = state.sort?.startsWith("-") ? -1 : 1;
    all.sort((a, b) => {
      const [one, other] = [value(a), value(b)];
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return direction * compare(one, other);
    });
  }
  const totalPages = Math.max(1, Math.ceil(all.length / PAGE));
  const currentPage = Math.min(state.page, totalPages);
  return {
    all,
    page: {
      items: all.slice((currentPage - 1) * PAGE, currentPage * PAGE),
      currentPage,
      totalPages,
      totalCount: all.length,
      hasNext: currentPage < totalPages,
      hasPrevious: currentPage > 1,
    },
  };
}
