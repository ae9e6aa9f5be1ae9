import { useQuery } from "@tanstack/react-query";
import { useClassificator } from "@/lib/api/queries/classificator";
import type { LotSearch } from "@/lib/api/types";
import { useAddress } from "@/lib/useAddress";
import { countsOptions, searchOptions } from "../api/search";
import { categoryIdsOf, chosenFilters } from "./chosen";
import { readFilter, sortingOf, toSearch } from "./filter";

/** The lots found by the filters in the address and those fixed by the page, in its own order unless another is chosen. */
export function useLotList(fixed: LotSearch | undefined, order: number) {
  const { params, change } = useAddress();
  const { data: classificator = [] } = useClassificator();
  const filter = readFilter(params);
  const sorting = sortingOf(filter, order);
  const search = { ...toSearch(filter, categoryIdsOf(filter, classificator), sorting), ...fixed };
  const list = useQuery(searchOptions(search, filter.page, filter.pageSize));
  const { data: counts, isPlaceholderData } = useQuery(countsOptions({ ...search, sorting: undefined }));
  return {
    filter,
    /** The search as it is asked for. */
    search,
    sorting,
    change,
    chosen: chosenFilters(filter, classificator, counts),
    list,
    counts,
    /** The words that were searched for, if they are not those of the search; null while that is unknown. */
    meant: (!isPlaceholderData && filter.search && counts?.meant) || null,
  };
}

export type LotList = ReturnType<typeof useLotList>;
