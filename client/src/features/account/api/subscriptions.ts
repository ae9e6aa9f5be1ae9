import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { subscribedLotsKey } from "@/trade/api/subscriptions";

const [root] = subscribedLotsKey;

export const subscribedArtistsOptions = (userId: number) =>
  queryOptions({
    queryKey: [root, "artists", userId],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/subscription/account/{id}/active/artist", { params: { path: { id: userId } }, signal }),
      ),
  });

export type Subscribed = { kind: "lot" | "catalog" | "artist"; id: number };

/** Ends a subscription: to a lot or a catalog by its id, to an artist by the subscription's. */
export function useUnsubscribe() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, id }: Subscribed) => {
      const params = { path: { id } };
      switch (kind) {
        case "lot":
          return call(api.DELETE("/api/notifications/lot/{id}", { params }));
        case "catalog":
          return call(api.DELETE("/api/catalog/notifications/catalog/{id}", { params }));
        case "artist":
          return call(api.DELETE("/api/subscription/{id}", { params }));
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: [root] }),
  });
}
