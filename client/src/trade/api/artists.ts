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

/** The letters that artists are listed under. */
export const lettersOptions = () =>
  queryOptions({
    queryKey: ["artist", "letters"],
    queryFn: ({ signal }) => call(api.GET("/api/artists/letters", { signal })),
    staleTime: 5 * 60_000,
  });

/** Artists whose names resemble the text, or all by surname, or those under a letter; a page of them. */
export const artistsOptions = (query: string, pageNumber: number, letter: string | null = null) =>
  queryOptions({
    queryKey: ["artist", "list", query, pageNumber, letter],
    queryFn: ({ signal }) =>
      call(
        api.POST("/api/artists/search", {
          params: { query: { pageNumber, pageSize: 30, letter: letter ?? undefined } },
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
