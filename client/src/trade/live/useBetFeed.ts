import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Bet, LotShort } from "@/lib/api/types";
import { betHistoryKey, betHistoryOptions } from "@/trade/api/bets";
import { withLeading } from "./feed";

/**
 * A lot's standing bets, newest first; undefined until the history is loaded. The feed follows each update of the lot
 * at once, and reads the history again when an update recorded more than one bet.
 */
export function useBetFeed(lot: LotShort | null): readonly Bet[] | undefined {
  const client = useQueryClient();
  const { data } = useQuery({ ...betHistoryOptions(lot?.id ?? 0), enabled: lot !== null });
  const feed = useMemo(
    () =>
      lot &&
      data &&
      withLeading(data, { ...lot, lotId: lot.id, catalogId: lot.catalogId ?? 0 }, lot.myParticipant),
    [data, lot],
  );
  // Reads once per version: a hidden bet keeps the public history shorter than the count.
  const lotId = lot?.id;
  const unread = feed && !feed.complete ? lot?.version : undefined;
  useEffect(() => {
    if (unread !== undefined && lotId !== undefined) {
      void client.invalidateQueries({ queryKey: betHistoryKey(lotId) });
    }
  }, [client, unread, lotId]);
  return feed?.bets;
}
