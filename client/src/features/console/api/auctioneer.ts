import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { AuctioneerAnswer } from "@/lib/api/types";
import type { DeskAction } from "../model/actions";

interface Order {
  action: DeskAction;
  catalogId: number;
  /** The lot that is meant: a second tap never hammers the lot that has just opened. */
  lotId: number | null;
  asAdmin: boolean;
  /** The lot to jump to. */
  to: number | null;
  /** Why the sale is paused. */
  reason: string | null;
  /** Of a choice, the lots that the winner takes. */
  take: readonly number[];
  /** The leading bet that the auctioneer was asked about: another that comes meanwhile does not win. */
  betId: number | null;
}

function send({
  action,
  catalogId,
  lotId,
  asAdmin,
  to,
  reason,
  take,
  betId,
}: Order): Promise<AuctioneerAnswer> {
  const path = { id: catalogId };
  switch (action) {
    case "start":
      return call(api.PUT("/api/trade/classic/{id}/start", { params: { path } }));
    case "next":
      return call(api.PUT("/api/trade/classic/next", { body: { catalogId, lotId } }));
    case "sell":
      return call(
        api.PUT("/api/trade/classic/{id}/sell", {
          params: { path },
          body: {
            lotId,
            takeLotIds: take.length > 0 ? [...take] : undefined,
            betId: betId ?? undefined,
          },
        }),
      );
    case "skip":
      return call(api.PUT("/api/trade/classic/{id}/skip", { params: { path }, body: { lotId } }));
    case "warn":
      return call(api.PUT("/api/trade/classic/{id}/warn", { params: { path }, body: { lotId } }));
    case "pause":
      return call(api.PUT("/api/trade/classic/{id}/pause", { params: { path }, body: { reason } }));
    case "resume":
      return call(api.PUT("/api/trade/classic/{id}/resume", { params: { path } }));
    case "previous":
      return call(api.PUT("/api/trade/classic/{id}/previous", { params: { path } }));
    case "finish":
      return call(api.PUT("/api/trade/classic/{id}/end", { params: { path } }));
    case "jump": {
      if (to === null) return Promise.reject(new Error("no lot"));
      const body = { lotId: to, fromLotId: lotId };
      return call(api.PUT("/api/trade/classic/{id}/jump", { params: { path }, body }));
    }
    case "revoke": {
      if (lotId === null) return Promise.reject(new Error("no lot"));
      return asAdmin
        ? call(api.PUT("/api/trade/catalog/{id}/cancel-last-bet", { params: { path }, body: { lotId } }))
        : call(api.PUT("/api/trade/bet/revoke", { body: { catalogId, lotId } }));
    }
  }
}

/** An action of the desk. Its outcome is the server's answer; the console is never ahead of the room. */
export function useDeskAction() {
  return useMutation({ mutationFn: send, meta: { ownErrors: true } });
}

/** The number of absentee orders on each lot; admins also get the highest maximum. */
export const absenteeCountsOptions = (catalogId: number) =>
  queryOptions({
    queryKey: ["trade", "absentee", "catalog", catalogId],
    queryFn: ({ signal }) =>
      call(api.GET("/api/trade/bet/absentee/catalog/{id}", { params: { path: { id: catalogId } }, signal })),
    refetchInterval: 5000,
  });

interface Joining {
  catalogId: number;
  /** The lot on the block. */
  lotId: number;
  /** None: the lots are sold each by itself again. */
  withLotIds: number[];
  /** The buyer takes one or several of them, each for the price. */
  isChoice: boolean;
}

/** Sells lots as one, or offers them at the buyer's choice. */
export function useJoinLots() {
  return useMutation({
    mutationFn: ({ catalogId, ...body }: Joining) =>
      call(api.PUT("/api/trade/classic/{id}/group", { params: { path: { id: catalogId } }, body })),
    meta: { ownErrors: true },
  });
}
