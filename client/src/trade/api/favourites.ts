import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, call } from "@/lib/api/client";
import type { LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";

const favouritesKey = ["favourites"] as const;

/** The viewer's favourite lots, newest first. A hundred are enough for the hearts on a page. */
const favouritesOptions = (enabled: boolean) =>
  queryOptions({
    queryKey: favouritesKey,
    queryFn: ({ signal }) =>
      call(api.GET("/api/favorites", { params: { query: { pageNumber: 1, pageSize: 100 } }, signal })),
    staleTime: 60_000,
    enabled,
  });

export function useFavourites() {
  const { isLoggedIn } = useSession();
  return useQuery(favouritesOptions(isLoggedIn));
}

export function useFavouriteCount(): number {
  const { isLoggedIn } = useSession();
  const { data } = useFavourites();
  return isLoggedIn ? (data?.totalCount ?? 0) : 0;
}

/** Whether the lot is a favourite: by the loaded list, or by the lot itself until it loads. */
export function useIsFavourite(lot: Pick<LotShort, "id" | "isFavourite">): boolean {
  const { isLoggedIn } = useSession();
  const { data } = useFavourites();
  const ids = useMemo(() => (data ? new Set(data.items.map((l) => l.id)) : null), [data]);
  if (!isLoggedIn) return false;
  return ids === null || (data?.hasNext && lot.isFavourite) ? lot.isFavourite : ids.has(lot.id);
}

export function useToggleFavourite() {
  const client = useQueryClient();
  const options = favouritesOptions(true);
  return useMutation({
    mutationFn: ({ lot, on }: { lot: LotShort; on: boolean }) =>
      on
        ? call(api.POST("/api/favorites", { body: { lotId: lot.id } }))
        : call(api.DELETE("/api/favorites/lot/{id}", { params: { path: { id: lot.id } } })),
    onMutate: async ({ lot, on }) => {
      await client.cancelQueries({ queryKey: favouritesKey });
      const before = client.getQueryData(options.queryKey);
      if (before) {
        const others = before.items.filter((l) => l.id !== lot.id);
        const known = others.length !== before.items.length;
        client.setQueryData(options.queryKey, {
          ...before,
          items: on ? [{ ...lot, isFavourite: true }, ...others] : others,
          totalCount: before.totalCount + (on && !known ? 1 : 0) - (!on && known ? 1 : 0),
        });
      }
      return { before };
    },
    onError: (_error, _variables, context) => {
      if (context?.before) client.setQueryData(options.queryKey, context.before);
    },
    onSettled: () => client.invalidateQueries({ queryKey: favouritesKey }),
  });
}
