import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { LotSearch } from "@/lib/api/types";

/** How many lots of a search have each value of a filter. */
export const countsOptions = (body: LotSearch) =>
  queryOptions({
    queryKey: ["lots", "counts", body],
    queryFn: ({ signal }) => call(api.POST("/api/lots/search/counts", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const searchOptions = (body: LotSearch, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ["lots", "search", { ...body, page, pageSize }],
    queryFn: ({ signal }) =>
      call(api.POST("/api/lots/search", { params: { query: { pageNumber: page, pageSize } }, body, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
