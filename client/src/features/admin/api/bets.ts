import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { AuctioneerAnswer, LotShort } from "@/lib/api/types";

const betsKey = (lotId: number) => ["admin", "bets", lotId] as const;

/** Everything about a lot's bets is read again this often while it is shown. */
const REFRESH_MS = 5000;

/** Lots of all houses by words or number, hidden ones included. */
export const lotsByWordsOptions = (searchQuery: string) =>
  queryOptions({
    queryKey: ["lots", "find", "bets", searchQuery],
    queryFn: ({ signal }) =>
      call(
        api.POST("/api/lots/search", {
          params: { query: { pageNumber: 1, pageSize: 20 } },
          body: { searchQuery, showHiddenLots: true },
          signal,
        }),
      ),
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
    enabled: searchQuery !== "",
  });

export const lotWithBetsOptions = (lotId: number) =>
  queryOptions({
    queryKey: ["lot", lotId],
    queryFn: ({ signal }) => call(api.GET("/api/lots/{id}", { params: { path: { id: lotId } }, signal })),
    refetchInterval: REFRESH_MS,
  });

export const readBetsOfLot = (id: number, pageNumber: number, pageSize: number, signal?: AbortSignal) =>
  call(
    api.GET("/api/trade/bet/lot/{id}", { params: { path: { id }, query: { pageNumber, pageSize } }, signal }),
  );

/** All bets of a lot, the latest first, with hidden and revoked ones. */
export const betsOfLotOptions = (lotId: number, page: number) =>
  queryOptions({
    queryKey: [...betsKey(lotId), page],
    queryFn: ({ signal }) => readBetsOfLot(lotId, page, 50, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** The highest secret maximum on a lot; null where there is none. */
export const leadingMaximumOptions = (lotId: number) =>
  queryOptions({
    queryKey: [...betsKey(lotId), "maximum"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/trade/bet/absentee/lot/{id}/leading", { params: { path: { id: lotId } }, signal })),
    refetchInterval: REFRESH_MS,
  });

export type AdminLotAction = "cancelBet" | "return";

/** Cancels the last bet of a lot, or returns the lot to bidding. A refusal with a number is an answer. */
export function useAdminLotAction({ id: lotId, catalogId }: Pick<LotShort, "id" | "catalogId">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: AdminLotAction): Promise<AuctioneerAnswer> => {
      if (catalogId === null) return Promise.reject(new Error("a lot without a sale"));
      const params = { path: { id: catalogId } };
      return action === "cancelBet"
        ? call(api.PUT("/api/trade/catalog/{id}/cancel-last-bet", { params, body: { lotId } }))
        : call(api.PUT("/api/trade/catalog/{id}/return", { params, body: { lotId } }));
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: betsKey(lotId) });
      await client.invalidateQueries({ queryKey: ["lot", lotId] });
    },
  });
}
