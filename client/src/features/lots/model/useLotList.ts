import { useQuery } from "@tanstack/react-query";
import { useClassificator } from "@/lib/api/queries/classificator";
import type { LotSearch } from "@/lib/api/types";
import { useAddress } from "@/lib/useAddress";
import { countsOptions, searchOptions } from "../api/search";
import { categoryIdsOf, chosenFilters } from "./chosen";
import { readFilter, toSearch } from "./filter";

/** The lots found by the filters in the address and those fixed by the page. */
export function useLotList(fixed: LotSearch | undefined) {
  const { params, change } = useAddress();
  const { data: classificator = [] } = useClassificator();
  const filter = readFilter(params);
  const search = { ...toSearch(filter, categoryIdsOf(filter, classificator)), ...fixed };
  const list = useQuery(searchOptions(search, filter.page, filter.pageSize));
  const { data: counts } = useQuery(countsOptions({ ...search, sorting: undefined }));
  return { filter, change, chosen: chosenFilters(filter, classificator, counts), list, counts };
}

export type LotList = ReturnType<typeof useLotList>;
