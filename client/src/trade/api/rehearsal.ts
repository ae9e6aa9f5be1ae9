import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { Pace } from "@/lib/api/types";
import { sessionKey } from "@/lib/auth/session";
import { catalogKey } from "./catalog";

const rehearsalKey = (catalogId: number) => [...catalogKey(catalogId), "rehearsal"] as const;

/** The rehearsal that is being held of a sale, or null. For its controllers. */
export const rehearsalOptions = (catalogId: number) =>
  queryOptions({
    queryKey: rehearsalKey(catalogId),
    queryFn: ({ signal }) =>
      call(api.GET("/api/catalog/{id}/rehearsal", { params: { path: { id: catalogId } }, signal })),
  });

/** Starts a rehearsal of a sale. Its auctioneers conduct both, so the session is read again. */
export function useStartRehearsal(catalogId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pace: Pace) =>
      call(api.POST("/api/catalog/{id}/rehearsal", { params: { path: { id: catalogId } }, body: { pace } })),
    onSuccess: async (rehearsal) => {
      client.setQueryData(rehearsalKey(catalogId), rehearsal);
      await client.invalidateQueries({ queryKey: sessionKey });
    },
    onError: () => void client.invalidateQueries({ queryKey: rehearsalKey(catalogId) }),
  });
}

/** Ends the rehearsal of a sale, of which nothing remains. */
export function useEndRehearsal(catalogId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(api.DELETE("/api/catalog/{id}/rehearsal", { params: { path: { id: catalogId } } })),
    onSuccess: async () => {
      client.setQueryData(rehearsalKey(catalogId), null);
      await client.invalidateQueries({ queryKey: sessionKey });
    },
    onError: () => void client.invalidateQueries({ queryKey: rehearsalKey(catalogId) }),
  });
}
