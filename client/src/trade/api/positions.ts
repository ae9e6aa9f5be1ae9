import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, call } from "@/lib/api/client";
import type { LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { limitStands, type Position, positionOn } from "@/trade/rules/position";

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

/** Where the viewer stands on a lot of a list. */
export interface OwnPosition {
  position: Position;
  /** Their absentee bet, while it stands. */
  limit: number | null;
}

/** A function that gives the viewer's position on any lot of a list. */
export function usePositions(): (lot: LotShort) => OwnPosition {
  const { user } = useSession();
  const { data } = useQuery(positionsOptions(user !== null));
  return useMemo(() => {
    const bound = new Map(data?.items.map((mine) => [mine.lot.id, mine]));
    // A list may be older than the viewer's first bet in the catalog.
    const numbers = new Map(data?.items.map(({ lot }) => [lot.catalogId, lot.myParticipant]));
    return (listed) => {
      const lot = { ...listed, myParticipant: listed.myParticipant ?? numbers.get(listed.catalogId) ?? null };
      const mine = bound.get(lot.id);
      const limit = mine?.absentee ?? null;
      const stands = user !== null && limitStands(lot, limit);
      return {
        position: positionOn(lot, { signedIn: user !== null, hasBet: mine !== undefined && !stands }),
        limit: stands ? limit : null,
      };
    };
  }, [data, user]);
}
