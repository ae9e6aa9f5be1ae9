import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { isStatus } from "@/lib/api/errors";
import { catalogKey } from "@/trade/api/catalog";
import { lotOptions } from "@/trade/api/lots";

/** Lots added, retitled or moved to another day reach a screen that nobody touches within this time. */
const REFRESH_MS = 60_000;
/** Nobody is there to press «Повторить». */
const RETRY_MS = 5_000;

/** How often anything on the screen is read again, seen or not. */
const reread = {
  refetchInterval: ({ state: { error } }: { state: { error: Error | null } }) =>
    error === null || isStatus(error, 404) ? REFRESH_MS : RETRY_MS,
  refetchIntervalInBackground: true,
};

export const hallKey = (catalogId: number) => [...catalogKey(catalogId), "hall"] as const;

/** A sale with all its lots. The server says the same to everyone: nothing in it is secret. */
export const hallOptions = (catalogId: number) =>
  queryOptions({
    queryKey: hallKey(catalogId),
    queryFn: ({ signal }) =>
      call(api.GET("/api/catalog/{id}/hall", { params: { path: { id: catalogId } }, signal })),
    ...reread,
  });

/** A lot on the block, whose estimate may be corrected while it is there. */
export const blockOptions = (lotId: number) => queryOptions({ ...lotOptions(lotId), ...reread });
