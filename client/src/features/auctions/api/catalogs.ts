import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

export type Scope = "all" | "current" | "future" | "results";

export interface CatalogFilter {
  scope: Scope;
  catalogType?: number;
  houseId?: number;
  search?: string;
  page: number;
}

export const catalogsOptions = ({ page, ...filter }: CatalogFilter) =>
  queryOptions({
    queryKey: ["catalog", "list", { ...filter, page }],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/catalog", { params: { query: { ...filter, pageNumber: page, pageSize: 20 } }, signal }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** The houses to choose from. A hundred are enough for any list. */
export const houseChoicesOptions = () =>
  queryOptions({
    queryKey: ["house", "list", { choices: true }],
    queryFn: ({ signal }) =>
      call(api.GET("/api/house", { params: { query: { pageNumber: 1, pageSize: 100 } }, signal })),
    staleTime: 5 * 60_000,
  });
