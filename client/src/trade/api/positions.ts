import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, call } from "@/lib/api/client";
import type { LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { type Position, positionOn } from "@/trade/rules/position";

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

/** A function that gives the viewer's position on any lot of a list. */
export function usePositions(): (lot: Pick<LotShort, "id" | "leadingBet" | "state">) => Position {
  const { user } = useSession();
  const { data } = useQuery(positionsOptions(user !== null));
  return useMemo(() => {
    const userId = user?.id ?? null;
    const bid = new Set(data?.items.map((mine) => mine.lot.id));
    return (lot) => positionOn(lot, { userId, hasBet: bid.has(lot.id) });
  }, [data, user]);
}
