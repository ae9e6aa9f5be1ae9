import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { useSession } from "@/lib/auth/session";
import { subscribedLotsKey } from "./subscriptions";

/** The sales whose beginning the viewer is reminded of. */
export const subscribedCatalogsOptions = () =>
  queryOptions({
    queryKey: [subscribedLotsKey[0], "catalogs"],
    queryFn: ({ signal }) => call(api.GET("/api/catalog/notifications", { signal })),
  });

/** Whether the viewer is reminded of a sale, and a function to change it. */
export function useCatalogSubscription(catalogId: number) {
  const client = useQueryClient();
  const { isLoggedIn } = useSession();
  const { data } = useQuery({ ...subscribedCatalogsOptions(), enabled: isLoggedIn });
  const isOn = isLoggedIn && (data?.some(({ id }) => id === catalogId) ?? false);
  const change = useMutation({
    mutationFn: (on: boolean) =>
      on
        ? call(api.POST("/api/catalog/notifications", { body: { catalogId } }))
        : call(
            api.DELETE("/api/catalog/notifications/catalog/{id}", { params: { path: { id: catalogId } } }),
          ),
    onSettled: () => client.invalidateQueries({ queryKey: [subscribedLotsKey[0]] }),
  });
  return { isOn, change };
}
