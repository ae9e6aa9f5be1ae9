import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { LotShort } from "@/lib/api/types";
import { LotSorting } from "@/lib/enums";

const PAGE = 100;

export const saleLotsKey = (catalogId: number) => ["catalog", catalogId, "lots", "all"] as const;

/** Every lot of a sale in the order of its numbers, as the room's queue shows them. */
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

export const lotKey = (lotId: number) => ["lot", lotId] as const;

/** One lot with all that its page shows, my own bets on it among it. */
export const lotOptions = (lotId: number) =>
  queryOptions({
    queryKey: lotKey(lotId),
    queryFn: ({ signal }) => call(api.GET("/api/lots/{id}", { params: { path: { id: lotId } }, signal })),
  });

/** How many are in the room; the specification has it asked for every five seconds. */
export const membersOptions = (catalogId: number) =>
  queryOptions({
    queryKey: ["chat", catalogId, "count"],
    queryFn: ({ signal }) =>
      call(api.POST("/api/chat/{id}/count", { params: { path: { id: catalogId } }, signal })),
    refetchInterval: 5000,
  });
