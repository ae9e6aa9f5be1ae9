import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { LotShort } from "@/lib/api/types";
import { LotSorting } from "@/trade/enums";

const PAGE = 100;

export const saleLotsKey = (catalogId: number) => ["catalog", catalogId, "lots", "all"] as const;

/** Every lot of a sale, ordered by number. */
export const saleLotsOptions = (catalogId: number) =>
  queryOptions({
    queryKey: saleLotsKey(catalogId),
    queryFn: async ({ signal }) => {
      const lots: LotShort[] = [];
      for (let pageNumber = 1; ; pageNumber += 1) {
        const page = await call(
          api.GET("/api/catalog/{id}/lots", {
            params: {
              path: { id: catalogId },
              query: { pageNumber, pageSize: PAGE, sorting: LotSorting.LotNumberAsc },
            },
            signal,
          }),
        );
        lots.push(...page.items);
        if (!page.hasNext) return lots;
      }
    },
    staleTime: 60_000,
  });

/** The prefix of every lot's key. */
export const lotsKey = ["lot"] as const;
export const lotKey = (lotId: number) => [...lotsKey, lotId] as const;

/** One lot with everything its page shows, including the viewer's own bets. */
export const lotOptions = (lotId: number) =>
  queryOptions({
    queryKey: lotKey(lotId),
    queryFn: ({ signal }) => call(api.GET("/api/lots/{id}", { params: { path: { id: lotId } }, signal })),
  });

/** The number of people in the room. */
export const membersOptions = (catalogId: number) =>
  queryOptions({
    queryKey: ["chat", catalogId, "count"],
    queryFn: ({ signal }) =>
      call(api.POST("/api/chat/{id}/count", { params: { path: { id: catalogId } }, signal })),
    refetchInterval: 5000,
  });
