import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Lot } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { betHistoryKey } from "@/trade/api/bets";
import { lotKey, lotOptions } from "@/trade/api/lots";
import { CatalogState, CatalogType } from "@/trade/enums";
import { isFinished, isInTrade, isPaused } from "@/trade/rules/trading";
import { mergeLot } from "./mergeLot";
import { useNumberOfOrder } from "./useNumberOfOrder";
import { useRoom } from "./useRoom";

/** The poll of a lot past its end without an outcome: its last update may have been lost with the connection. */
const SETTLE_MS = 2000;

/** The catalog whose room updates this lot; null for drafts, offers and finished sales. */
function roomOf(lot: Lot | undefined): number | null {
  if (!lot || lot.catalogState === CatalogState.Temporary || isFinished(lot.catalogState)) return null;
  const traded = lot.catalogType === CatalogType.Classic || lot.catalogType === CatalogType.Parallel;
  return traded ? lot.catalogId : null;
}

/** Whether the lot's time is up by the server's clock and its outcome is not known yet. */
function isSettling(lot: Lot | undefined): boolean {
  return (
    lot?.endTradeTime != null &&
    isInTrade(lot) &&
    !isPaused(lot) &&
    Date.parse(lot.endTradeTime) <= serverNow()
  );
}

/**
 * One lot with everything its page shows: loaded data, with newer updates from its room on top.
 */
export function useLiveLot(id: number, { enabled = true } = {}) {
  const client = useQueryClient();
  const query = useQuery({
    ...lotOptions(id),
    enabled,
    refetchInterval: ({ state }) => (isSettling(state.data) ? SETTLE_MS : false),
  });
  const loaded = query.data;
  const room = useRoom(enabled ? roomOf(loaded) : null, {
    onRejoined: () => {
      void client.invalidateQueries({ queryKey: lotKey(id) });
      void client.invalidateQueries({ queryKey: betHistoryKey(id) });
    },
  });

  const update = room.lots[id];
  const { catalog: news, myParticipant } = room;
  const lot = useMemo(() => {
    if (!loaded) return undefined;
    const merged = mergeLot(loaded, update, myParticipant);
    if (!news || !merged.catalog) return merged;
    return {
      ...merged,
      catalogState: news.state,
      catalogPausedAt: news.pausedAt,
      catalog: { ...merged.catalog, state: news.state, currentLotId: news.currentLotId },
    };
  }, [loaded, update, news, myParticipant]);
  useNumberOfOrder(lot);
  return { query, lot };
}
