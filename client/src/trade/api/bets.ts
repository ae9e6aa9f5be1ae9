import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { isStatus, NetworkError } from "@/lib/api/errors";
import type { PlaceAbsentee, PlaceBet } from "@/lib/api/types";
import { lotKey, lotOptions } from "./lots";
import { positionsKey } from "./positions";

/** The number of bets a feed shows. The lot's page has the whole history. */
export const FEED_SIZE = 50;

export const betHistoryKey = (lotId: number) => ["trade", "bet", "history", lotId] as const;

/** The standing, visible bets of a lot, newest first. */
export const betHistoryOptions = (lotId: number) =>
  queryOptions({
    queryKey: betHistoryKey(lotId),
    queryFn: async ({ signal }) => {
      const page = await call(
        api.GET("/api/trade/bet/lot/{id}/history", {
          params: { path: { id: lotId }, query: { pageSize: FEED_SIZE } },
          signal,
        }),
      );
      return page.items;
    },
  });

/** The request may have arrived, or the room could not answer. A retry carries the same key. */
const unanswered = (error: unknown) => error instanceof NetworkError || isStatus(error, 503, 504);

/** About sixteen seconds in all: enough for a short disconnection. After that the bidder has to confirm the bet again. */
const TRIES = 7;
const LONGEST_PAUSE_MS = 4_000;

/**
 * Places a bet. Every retry carries the same Idempotency-Key, so a bet whose answer was lost is not placed twice.
 * Refusals are answers with a code, not errors.
 */
export function usePlaceBet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ bet, key }: { bet: PlaceBet; key: string }) =>
      call(api.POST("/api/trade/bet", { body: bet, headers: { "Idempotency-Key": key } })),
    retry: (failures, error) => failures < TRIES && unanswered(error),
    retryDelay: (failures) => Math.min(LONGEST_PAUSE_MS, 300 * 2 ** failures),
    // By default the library pauses while the browser is offline and sends the bet when it is back, however late.
    networkMode: "always",
    meta: { ownErrors: true },
    onSettled: (_data, _error, { bet }) => {
      void client.invalidateQueries({ queryKey: positionsKey });
      void client.invalidateQueries({ queryKey: betHistoryKey(bet.lotId) });
    },
  });
}

const absenteeKey = (lotId: number) => ["trade", "absentee", lotId] as const;

/** The viewer's secret maximum on a lot, or null. Not cached: a dialog opened with a stale value could offer to lower it. */
export const absenteeOptions = (lotId: number, enabled: boolean) =>
  queryOptions({
    queryKey: absenteeKey(lotId),
    queryFn: ({ signal }) =>
      call(api.GET("/api/trade/bet/absentee/lot/{id}", { params: { path: { id: lotId } }, signal })),
    enabled,
    gcTime: 0,
  });

/** Places or changes an absentee bet. A refusal is an ApiError whose detail is the text to show. */
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
    onSuccess: (_data, lotId) => {
      // At once: a button that only a limit has must be gone before the dialog that it opened returns the focus to it.
      client.setQueryData(lotOptions(lotId).queryKey, (lot) => lot && { ...lot, myAbsentee: null });
    },
    onSettled: (_data, _error, lotId) => {
      for (const queryKey of [absenteeKey(lotId), positionsKey, lotKey(lotId)]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}
