import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, call } from "@/lib/api/client";
import type { LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";

/** The viewer's position on a lot. */
export type Position = "leading" | "outbid" | null;

export const positionsKey = ["trade", "bet", "my"] as const;

/** The viewer's last hundred lots with bets or absentee orders. */
export const positionsOptions = (enabled: boolean) =>
  queryOptions({
    queryKey: [...positionsKey, "positions"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/trade/bet/my", { params: { query: { pageNumber: 1, pageSize: 100 } }, signal })),
    staleTime: 5000,
    refetchInterval: 5000,
    enabled,
  });

/** A function that says whether the viewer leads or was outbid on a lot; null for a visitor. */
export function usePosition(): (lot: Pick<LotShort, "id" | "leadingBet" | "isBiddingOver">) => Position {
  const { user } = useSession();
  const { data } = useQuery(positionsOptions(user !== null));
  return useMemo(() => {
    const bid = new Set(data?.items.map((m) => m.lot.id));
    return (lot) => {
      if (!user) return null;
      if (lot.leadingBet && lot.leadingBet.userId === user.id) return "leading";
      return bid.has(lot.id) && !lot.isBiddingOver ? "outbid" : null;
    };
  }, [data, user]);
}
