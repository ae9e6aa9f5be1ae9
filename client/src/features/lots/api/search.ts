import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { LotSearch } from "@/lib/api/types";

export const searchOptions = (body: LotSearch, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ["lots", "search", { ...body, page, pageSize }],
    queryFn: ({ signal }) =>
      call(api.POST("/api/lots/search", { params: { query: { pageNumber: page, pageSize } }, body, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
