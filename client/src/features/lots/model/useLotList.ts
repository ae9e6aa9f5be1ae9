import { useQuery } from "@tanstack/react-query";
import { suggestionsOptions } from "@/lib/api/queries/suggestions";
import type { LotSearch } from "@/lib/api/types";
import { searchText } from "@/lib/searchText";
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
  const address = readFilter(params, own.status);
  const filter = { ...address, search: searchText(address.search) };
  // Near searches are found site-wide, so they may find nothing on a page with its own lots.
  const near = useOnlyNear(fixed ? "" : filter.search);
  const { instead } = near;
  const sorting = sortingOf(filter, own.order);
  const asked = instead === null ? filter : { ...filter, search: instead };
  const search = { ...toSearch(asked, categoryIdsOf(filter, classificator), sorting), ...fixed };
  const list = useQuery(searchOptions(search, filter.page, filter.pageSize));
  const {
    data: counts,
    isPlaceholderData,
    isLoading,
    isFetched,
  } = useQuery(countsOptions({ ...search, sorting: undefined }));
  /** False while failed counts are being retried. */
  const isCounting = isLoading && !isFetched;
  /** Whether list, near search and counts are this search's own or have failed, so that an empty list can say why. */
  const isSettled = !near.isLoading && !isCounting && !isPlaceholderData && !list.isPlaceholderData;
  /** Whether the counts are the zeros for typed words that a near search replaces, or may yet replace. */
  const isOfTyped = near.isLoading ? counts?.states.all === 0 : instead !== null && isPlaceholderData;
  const chosen = chosenFilters(filter, classificator, counts);
  const isUnfiltered = chosen.length === 0 && filter.status === own.status && !filter.search;
  /** Number of lots under the other tabs when this one is empty; 0 if the counts failed. */
  const elsewhere = filter.status === "all" ? 0 : (counts?.states.all ?? 0);
  return {
    filter,
    own,
    /** The search as it is in the address, possibly without any words. */
    typed: address.search,
    /** The search sent to the server. */
    search,
    sorting,
    change,
    chosen,
    list,
    counts,
    /** The counts at the tabs; undefined until those of the near search have arrived. */
    tabCounts: isOfTyped ? undefined : counts,
    /** Whether the first counts are on their way. */
    isCounting,
    isUnfiltered,
    elsewhere,
    /** Whether the list is empty and no other tab is known to have lots; if the counts failed, some may. */
    isNothing: isSettled && list.data?.totalCount === 0 && elsewhere === 0 && !isUnfiltered,
    isSettled,
    /** The near search shown instead, because the typed words find nothing. */
    instead,
    /** The words that were searched for, if they are not those of the search; null while that is unknown. */
    meant: instead ?? ((!isPlaceholderData && filter.search && counts?.meant) || null),
  };
}

export type LotList = ReturnType<typeof useLotList>;

/** The near search, if the words find no lot and there is exactly one; the viewer chooses between several. */
function useOnlyNear(text: string): { instead: string | null; isLoading: boolean } {
  // A failed query is pending again, with its placeholder, when `NothingFound` mounts and retries it. Only `isFetched` stays
  // true: waiting for that retry would unmount `NothingFound`, whose next mount retries again.
  const { data, isPlaceholderData, isFetched } = useQuery(suggestionsOptions(text));
  if (text !== "" && !isFetched) return { instead: null, isLoading: true };
  const [near, another] = data && !isPlaceholderData && data.lotsCount === 0 ? data.near : [];
  return { instead: near && !another ? near.text : null, isLoading: false };
}
