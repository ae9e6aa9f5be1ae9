import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Bet, Catalog, Lot, LotShort } from "@/lib/api/types";
import { catalogKey } from "@/trade/api/catalog";
import { lotOptions, lotsKey, membersOptions, saleLotsKey, saleLotsOptions } from "@/trade/api/lots";
import { LotState } from "@/trade/enums";
import { justTaken } from "@/trade/rules/together";
import { isInTrade, isRunning } from "@/trade/rules/trading";
import { mergeLot } from "./mergeLot";
import type { RoomState } from "./roomState";
import { useBetFeed } from "./useBetFeed";
import { useChat } from "./useChat";
import { useNumberOfOrder } from "./useNumberOfOrder";
import { useConnectionStatus, useRoom } from "./useRoom";

export interface Pause {
  /** Server time, ms. The lot's clock stopped then. */
  since: number;
  /** What the auctioneer gave as the reason. */
  reason: string | null;
}

/** The current state of a classic sale: loaded data with newer updates from the room on top. */
export interface LiveSale {
  state: number;
  /** While the bidding on the current lot is paused. */
  pause: Pause | null;
  room: RoomState;
  lots: readonly LotShort[];
  lotsLoading: boolean;
  /** Why the lots could not be read, if they were not. */
  lotsFault: unknown;
  rereadLots: () => void;
  /** The lot on the block. Before the start, the first lot in the queue. */
  current: LotShort | null;
  /** The lot on screen: the current one, or, after the hammer on a choice, the first lot sold from it. */
  shown: LotShort | null;
  /** The current lot with all its details, once loaded. */
  detail: Lot | null;
  /** The displayed lot's standing bets, newest first. */
  bets: readonly Bet[];
  connection: ReturnType<typeof useConnectionStatus>;
  chat: ReturnType<typeof useChat>;
}

const NO_BETS: readonly Bet[] = [];

export function useLiveSale(catalog: Catalog): LiveSale {
  const client = useQueryClient();
  const chat = useChat(catalog.id);
  /** What the sale was at when it let the viewer in, until that has been compared with the loaded lots. */
  const [joinedAt, setJoinedAt] = useState<{ currentLotId: number | null } | null>(null);
  const room = useRoom(catalog.id, {
    onMessage: chat.add,
    onHidden: chat.hide,
    // A rehearsal that has ended is gone at once.
    onRefused: () => void client.invalidateQueries({ queryKey: catalogKey(catalog.id) }),
    onJoined: ({ catalog: { currentLotId } }) => setJoinedAt({ currentLotId }),
    // Loads what was missed: results of other lots, messages, the history of bets.
    onRejoined: () => {
      void client.invalidateQueries({ queryKey: saleLotsKey(catalog.id) });
      void client.invalidateQueries({ queryKey: ["trade", "bet", "history"] });
      void client.invalidateQueries({ queryKey: lotsKey });
      void chat.catchUp();
    },
  });
  const connection = useConnectionStatus();
  // Waits for the join. An earlier answer would miss this viewer until the next poll.
  const { data: members } = useQuery({ ...membersOptions(catalog.id), enabled: room.members !== null });
  const lotsQuery = useQuery(saleLotsOptions(catalog.id));
  useEffect(() => {
    if (joinedAt === null || lotsQuery.data === undefined) return;
    setJoinedAt(null);
    // Lots that were hammered between the loading and the join: the snapshot has the current lot only.
    const { currentLotId } = joinedAt;
    const hasMovedOn = (lot: LotShort) =>
      isInTrade(lot) ? lot.id !== currentLotId : lot.id === currentLotId && lot.state === LotState.None;
    if (lotsQuery.data.some(hasMovedOn)) void lotsQuery.refetch();
  }, [joinedAt, lotsQuery]);

  const newest = room.catalog && room.catalog.version >= catalog.version ? room.catalog : catalog;
  const lots = useMemo(
    () => (lotsQuery.data ?? []).map((lot) => mergeLot(lot, room.lots[lot.id], room.myParticipant)),
    [lotsQuery.data, room.lots, room.myParticipant],
  );
  const current = useMemo(() => {
    if (isRunning(newest.state)) return lots.find((lot) => lot.id === newest.currentLotId) ?? null;
    // In a hidden sale, such as a rehearsal, every lot counts as hidden.
    return lots.find((lot) => !lot.isBiddingOver && (!lot.hidden || catalog.hidden)) ?? null;
  }, [lots, newest.state, newest.currentLotId, catalog.hidden]);

  const { data } = useQuery({ ...lotOptions(current?.id ?? 0), enabled: current !== null });
  const detail = useMemo(
    () => (data && data.id === current?.id ? mergeLot(data, room.lots[data.id], room.myParticipant) : null),
    [data, current?.id, room.lots, room.myParticipant],
  );
  useNumberOfOrder(detail);
  const shown = justTaken(lots, current)?.[0] ?? current;
  const bets = useBetFeed(shown) ?? NO_BETS;

  const { pausedAt, pauseReason } = newest;
  const pause = useMemo(
    () => (pausedAt === null ? null : { since: Date.parse(pausedAt), reason: pauseReason }),
    [pausedAt, pauseReason],
  );
  return {
    state: newest.state,
    pause,
    room: members === undefined ? room : { ...room, members: members.count },
    lots,
    lotsLoading: lotsQuery.isPending,
    lotsFault: lotsQuery.data ? null : lotsQuery.error,
    rereadLots: () => void lotsQuery.refetch(),
    current,
    shown,
    detail,
    bets,
    connection,
    chat,
  };
}
