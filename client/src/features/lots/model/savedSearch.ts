import type { LotSearch } from "@/lib/api/types";
import { searchText } from "@/lib/searchText";
import type { ChosenFilter } from "./chosen";
import type { LotFilter } from "./filter";

/** Whether the search is for less than all lots, so that it can be saved. Tabs and orders narrow nothing. */
export function narrows(search: LotSearch): boolean {
  const { searchQuery, categoryIds, catalogTypes, houseIds, periods, materials } = search;
  return (
    Boolean(searchQuery?.trim()) ||
    [categoryIds, catalogTypes, houseIds, periods, materials].some((values) => values && values.length > 0) ||
    [search.houseId, search.catalogId, search.priceFrom, search.priceTo].some(
      (value) => value !== null && value !== undefined,
    )
  );
}

/** The address of the whole list: without what only leads through it. */
export function pathOf(pathname: string, params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  for (const name of ["page", "pageSize", "sort", "status"]) kept.delete(name);
  const text = searchText(kept.get("search") ?? "");
  if (text) kept.set("search", text);
  else kept.delete("search");
  kept.sort();
  const query = kept.toString();
  return query ? `${pathname}?${query}` : pathname;
}

/** Whether a saved address leads to the list; older ones were saved as they were typed. */
export function sameList(saved: string, path: string): boolean {
  const { pathname, searchParams } = new URL(saved, window.location.origin);
  return pathOf(pathname, searchParams) === path;
}

/** «айвазовский, Живопись, до 50 000 ₽». */
export const nameOf = (filter: LotFilter, chosen: readonly ChosenFilter[]): string =>
  [filter.search, ...chosen.map(({ label }) => label)].filter(Boolean).join(", ").slice(0, 200);
