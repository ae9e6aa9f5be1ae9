import { useMemo } from "react";
import { pageOfAddress, useAddress } from "@/lib/useAddress";

export interface Sort {
  column: string;
  desc: boolean;
}

export interface TableState {
  page: number;
  search: string;
  sort: Sort | null;
  /** A filter's value in the address; empty when it is not set. */
  filter: (name: string) => string;
  /** Whether a search or any filter restricts the list. */
  restricted: boolean;
  setSearch: (text: string) => void;
  setSort: (sort: Sort | null) => void;
  setFilter: (name: string, value: string | null) => void;
  /** Drops the search and all filters. */
  reset: () => void;
}

const OWN = ["page", "sort", "search"];

/**
 * Page, sorting, search and filters of a list. They live in the address, so that a link shares the view and Back works.
 * `filters` names the parameters that restrict the list.
 */
export function useTableState(filters: readonly string[] = [], defaultSort: Sort | null = null): TableState {
  const { params, change } = useAddress();
  return useMemo(() => {
    const written = params.get("sort");
    const sort = written
      ? { column: written.replace(/^-/, ""), desc: written.startsWith("-") }
      : defaultSort && { column: defaultSort.column, desc: defaultSort.desc };
    const search = params.get("search") ?? "";
    const names = filters.filter((name) => !OWN.includes(name));
    return {
      page: pageOfAddress(params),
      search,
      sort,
      filter: (name) => params.get(name) ?? "",
      restricted: search !== "" || names.some((name) => params.has(name)),
      setSearch: (text) => change({ search: text }, { replace: true }),
      setSort: (next) => change({ sort: next && `${next.desc ? "-" : ""}${next.column}` }),
      setFilter: (name, value) => change({ [name]: value }),
      reset: () => change(Object.fromEntries(["search", ...names].map((name) => [name, null]))),
    };
  }, [params, change, filters, defaultSort]);
}
