import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { betHistoryKey, betHistoryOptions } from "@/lib/api/queries/bets";
import type { Bet, LotShort } from "@/lib/api/types";
import { withLeading } from "./feed";

/**
 * A lot's standing bets, newest first. The feed follows each update of the lot at once, and reads the history again
 * when an update recorded more than one bet.
 */
export function useBetFeed(lot: LotShort, myUserId: number | null): readonly Bet[] | undefined {
  const client = useQueryClient();
  const { data } = useQuery(betHistoryOptions(lot.id));
  const feed = useMemo(
    () => data && withLeading(data, { ...lot, lotId: lot.id, catalogId: lot.catalogId ?? 0 }, myUserId),
    [data, lot, myUserId],
  );
  // One reading a version: bets hidden from the public history leave it shorter than the count for good.
  const unread = feed !== undefined && !feed.complete ? lot.version : null;
  useEffect(() => {
    if (unread !== null) void client.invalidateQueries({ queryKey: betHistoryKey(lot.id) });
  }, [client, unread, lot.id]);
  return feed?.bets;
}
