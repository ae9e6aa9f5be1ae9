import { useQuery } from "@tanstack/react-query";
import type { LotSearch } from "@/lib/api/types";
import { useAddress } from "@/lib/useAddress";
import { useClassificator } from "@/trade/api/classificator";
import { countsOptions, searchOptions } from "../api/search";
import { categoryIdsOf, chosenFilters } from "./chosen";
import { readFilter, type Status, sortingOf, toSearch } from "./filter";

/** What a list has unless something else is chosen. */
interface Own {
  order: number;
  status: Status;
}

/** The lots found by the filters in the address and those fixed by the page. */
export function useLotList(fixed: LotSearch | undefined, own: Own) {
  const { params, change } = useAddress();
  const { data: classificator = [] } = useClassificator();
  const filter = readFilter(params, own.status);
  const sorting = sortingOf(filter, own.order);
  const search = { ...toSearch(filter, categoryIdsOf(filter, classificator), sorting), ...fixed };
  const list = useQuery(searchOptions(search, filter.page, filter.pageSize));
  const {
    data: counts,
    isPlaceholderData,
    isLoading: isCounting,
  } = useQuery(countsOptions({ ...search, sorting: undefined }));
  return {
    filter,
    own,
    /** The search as it is asked for. */
    search,
    sorting,
    change,
    chosen: chosenFilters(filter, classificator, counts),
    list,
    counts,
    /** Whether the first counts are on their way. */
    isCounting,
    /** The words that were searched for, if they are not those of the search; null while that is unknown. */
    meant: (!isPlaceholderData && filter.search && counts?.meant) || null,
  };
}

export type LotList = ReturnType<typeof useLotList>;
