import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

const POLL_MS = 3000;

/** What a sale's lots brought; read again and again while the sale runs. */
export const resultsOptions = (catalogId: number, runs: boolean) =>
  queryOptions({
    queryKey: ["trade", "results", catalogId],
    queryFn: ({ signal }) =>
      call(api.GET("/api/trade/results/{id}", { params: { path: { id: catalogId } }, signal })),
    refetchInterval: runs ? POLL_MS : false,
  });

/** The sale's protocol as a PDF. */
export const protocol = (id: number) =>
  call(
    api.GET("/api/trade/protocol/{id}", { params: { path: { id } }, parseAs: "blob" }),
  ) as Promise<unknown> as Promise<Blob>;
