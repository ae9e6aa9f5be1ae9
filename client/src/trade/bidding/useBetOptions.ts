import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, call } from "@/lib/api/client";
import type { LotShort } from "@/lib/api/types";

/**
 * The amounts offered on a lot, the minimum first. The server computes them from the step tables of the catalog and the
 * house. The minimum comes with the lot and needs no request.
 */
export function useBetOptions(
  lot: Pick<LotShort, "id" | "price">,
  { absentee = false, enabled = true } = {},
): readonly number[] {
  const { minBet } = lot.price;
  const { data } = useQuery({
    queryKey: ["trade", "bet", "options", lot.id, { absentee, minBet }],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/trade/bet/lot/{id}/options", {
          params: { path: { id: lot.id }, query: { absentee } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  return useMemo(() => {
    const higher = (data ?? []).filter((value) => value > minBet);
    return [minBet, ...higher];
  }, [data, minBet]);
}
