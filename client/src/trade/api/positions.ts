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
export function usePositions(): (
  lot: Pick<LotShort, "id" | "catalogId" | "leadingBet" | "myParticipant" | "state">,
) => Position {
  const { user } = useSession();
  const { data } = useQuery(positionsOptions(user !== null));
  return useMemo(() => {
    const bid = new Set(data?.items.map((mine) => mine.lot.id));
    // A list may be older than the viewer's first bet in the catalog.
    const numbers = new Map(data?.items.map(({ lot }) => [lot.catalogId, lot.myParticipant]));
    return ({ myParticipant, ...lot }) =>
      positionOn(
        { ...lot, myParticipant: myParticipant ?? numbers.get(lot.catalogId) ?? null },
        { signedIn: user !== null, hasBet: bid.has(lot.id) },
      );
  }, [data, user]);
}
