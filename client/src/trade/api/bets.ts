import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { isStatus, NetworkError } from "@/lib/api/errors";
import type { PlaceAbsentee, PlaceBet } from "@/lib/api/types";
import { positionsKey } from "./positions";

/** As many bets of a lot as a feed shows; the whole history is on the lot's page. */
export const FEED_SIZE = 50;

export const betHistoryKey = (lotId: number) => ["trade", "bet", "history", lotId] as const;

/** The standing, visible bets of a lot, newest first. */
export const betHistoryOptions = (lotId: number) =>
  queryOptions({
    queryKey: betHistoryKey(lotId),
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/trade/bet/lot/{id}/history", {
          params: { path: { id: lotId }, query: { pageSize: FEED_SIZE } },
          signal,
        }),
      ),
  });

/** Nobody knows whether the request arrived, or the room could not answer: the same key may be sent again. */
const unanswered = (error: unknown) => error instanceof NetworkError || isStatus(error, 503, 504);

/** Some sixteen seconds in all: a line that stumbles comes back in that time, and a later bet is one to be asked about. */
const TRIES = 7;
const LONGEST_PAUSE_MS = 4_000;

/**
 * Places a bet. Every attempt of one bet carries the same Idempotency-Key, so that a bet whose answer was lost is not
 * placed twice; refusals come as answers with a code, not as errors.
 */
export function usePlaceBet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ bet, key }: { bet: PlaceBet; key: string }) =>
      call(api.POST("/api/trade/bet", { body: bet, headers: { "Idempotency-Key": key } })),
    retry: (failures, error) => failures < TRIES && unanswered(error),
    retryDelay: (failures) => Math.min(LONGEST_PAUSE_MS, 300 * 2 ** failures),
    // The library would hold it back while the browser believes to be offline, and send it whenever that ends.
    networkMode: "always",
    meta: { ownErrors: true },
    onSettled: (_data, _error, { bet }) => {
      void client.invalidateQueries({ queryKey: positionsKey });
      void client.invalidateQueries({ queryKey: betHistoryKey(bet.lotId) });
    },
  });
}

export const newBetKey = () => crypto.randomUUID();

export const absenteeKey = (lotId: number) => ["trade", "absentee", lotId] as const;

/** My own secret maximum on a lot, or null. */
export const absenteeOptions = (lotId: number, enabled: boolean) =>
  queryOptions({
    queryKey: absenteeKey(lotId),
    queryFn: ({ signal }) =>
      call(api.GET("/api/trade/bet/absentee/lot/{id}", { params: { path: { id: lotId } }, signal })),
    enabled,
  });

/** Leaves an absentee bet or changes it; a refusal is an ApiError whose detail is the text to show. */
export function usePlaceAbsentee() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: PlaceAbsentee) => call(api.POST("/api/trade/bet/absentee", { body: order })),
    meta: { ownErrors: true },
    onSettled: (_data, _error, order) => {
      void client.invalidateQueries({ queryKey: absenteeKey(order.lotId) });
      void client.invalidateQueries({ queryKey: positionsKey });
    },
  });
}

export function useWithdrawAbsentee() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lotId: number) =>
      call(api.DELETE("/api/trade/bet/absentee/lot/{id}", { params: { path: { id: lotId } } })),
    meta: { ownErrors: true },
    onSettled: (_data, _error, lotId) => {
      void client.invalidateQueries({ queryKey: absenteeKey(lotId) });
      void client.invalidateQueries({ queryKey: positionsKey });
    },
  });
}
