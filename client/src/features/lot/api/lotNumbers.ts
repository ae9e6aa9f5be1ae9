import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

export const lotNumbersOptions = (catalogId: number) =>
  queryOptions({
    queryKey: ["catalog", catalogId, "lot-numbers"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/catalog/{id}/lot-numbers", { params: { path: { id: catalogId } }, signal })),
    staleTime: 60_000,
  });
