import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { useSession } from "@/lib/auth/session";
import { subscribedLotsKey } from "@/trade/api/subscriptions";

export const artistOptions = (id: number) =>
  queryOptions({
    queryKey: ["artist", id],
    queryFn: ({ signal }) => call(api.GET("/api/artists/{id}", { params: { path: { id } }, signal })),
    staleTime: 60_000,
  });

/** Artists whose names resemble the text, or all by name; a page of them. */
export const artistsOptions = (query: string, pageNumber: number) =>
  queryOptions({
    queryKey: ["artist", "list", query, pageNumber],
    queryFn: ({ signal }) =>
      call(
        api.POST("/api/artists/search", {
          params: { query: { pageNumber, pageSize: 30 } },
          body: { query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** A subscription lasts this long, the longest that the server offers. */
const DAYS = 360;

/** The viewer's subscription to an artist's new lots, and a function to change it. */
export function useArtistSubscription(artistId: number) {
  const client = useQueryClient();
  const { user } = useSession();
  const key = [subscribedLotsKey[0], "artists", user?.id ?? 0];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/subscription/account/{id}/active/artist", {
          params: { path: { id: user?.id ?? 0 } },
          signal,
        }),
      ),
    enabled: user !== null,
  });
  const own = user === null ? undefined : data?.find(({ authorId }) => authorId === artistId);
  const change = useMutation({
    mutationFn: (on: boolean): Promise<unknown> => {
      if (on)
        return call(api.POST("/api/subscription", { body: { authorId: artistId, durationDays: DAYS } }));
      if (!own) return Promise.resolve();
      return call(api.DELETE("/api/subscription/{id}", { params: { path: { id: own.id } } }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [subscribedLotsKey[0]] }),
  });
  return { isOn: own !== undefined, change };
}
