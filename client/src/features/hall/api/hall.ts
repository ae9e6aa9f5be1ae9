import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { catalogKey } from "@/trade/api/catalog";

/** Lots added, retitled or moved to another day reach a screen that nobody touches within this time. */
const REFRESH_MS = 60_000;

export const hallKey = (catalogId: number) => [...catalogKey(catalogId), "hall"] as const;

/** A sale with all its lots. The server says the same to everyone: nothing in it is secret. */
export const hallOptions = (catalogId: number) =>
  queryOptions({
    queryKey: hallKey(catalogId),
    queryFn: ({ signal }) =>
      call(api.GET("/api/catalog/{id}/hall", { params: { path: { id: catalogId } }, signal })),
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });
