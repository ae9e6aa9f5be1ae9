import { useMemo } from "react";
import { pageOfAddress, useAddress } from "@/lib/useAddress";

export interface TableState<S extends string = string> {
  page: number;
  search: string;
  /** The server's name of the order, a column's id after a minus if descending; undefined for the server's own. */
  sort: S | undefined;
  /** A filter's value in the address; empty when it is not set. */
  filter: (name: string) => string;
  /** Whether a search or any filter restricts the list. */
  restricted: boolean;
  setSearch: (text: string) => void;
  setSort: (sort: string | null) => void;
  setFilter: (name: string, value: string | null) => void;
  /** Drops the search and all filters. */
  reset: () => void;
}

const OWN = ["page", "sort", "search"];
const NO_SORTS: readonly never[] = [];

/**
 * Page, order, search and filters of a list. They live in the address, so that a link shares the view and Back works.
 * `filters` names the parameters that restrict the list, `sorts` the orders it has; an address that names another one
 * gets `defaultSort`, as one that names none.
 */
export function useTableState<S extends string = never>(
  filters: readonly string[] = [],
  sorts: readonly S[] = NO_SORTS,
  defaultSort?: S,
): TableState<S> {
  const { params, change } = useAddress();
  return useMemo(() => {
    const search = params.get("search") ?? "";
    const names = filters.filter((name) => !OWN.includes(name));
    return {
      page: pageOfAddress(params),
      search,
      sort: sorts.find((sort) => sort === params.get("sort")) ?? defaultSort,
      filter: (name) => params.get(name) ?? "",
      restricted: search !== "" || names.some((name) => params.has(name)),
      setSearch: (text) => change({ search: text }, { replace: true }),
      setSort: (sort) => change({ sort }),
      setFilter: (name, value) => change({ [name]: value }),
      reset: () => change(Object.fromEntries(["search", ...names].map((name) => [name, null]))),
    };
  }, [params, change, filters, sorts, defaultSort]);
}
