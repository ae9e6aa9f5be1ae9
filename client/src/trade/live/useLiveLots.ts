import { useEffect, useEffectEvent, useMemo, useReducer } from "react";
import type { LotShort } from "@/lib/api/types";
import { CatalogType } from "@/trade/enums";
import { isFinished } from "@/trade/rules/trading";
import { chatConnection } from "./chatConnection";
import { mergeLot } from "./mergeLot";
import { EMPTY_ROOM, type RoomState, reduceRoom } from "./roomState";

/** The server limits a socket to twenty rooms. The rest stay free for the page itself. */
const ROOMS_MAX = 15;

type Rooms = Readonly<Record<number, RoomState>>;
type RoomNews = { catalogId: number; event: Parameters<typeof reduceRoom>[1] };

function reduceRooms(rooms: Rooms, { catalogId, event }: RoomNews): Rooms {
  return { ...rooms, [catalogId]: reduceRoom(rooms[catalogId] ?? EMPTY_ROOM, event) };
}

function roomsOf(lots: readonly LotShort[]): string {
  const ids = new Set<number>();
  for (const { catalogId, catalogType, catalogState, isBiddingOver } of lots) {
    const traded = catalogType === CatalogType.Classic || catalogType === CatalogType.Parallel;
    if (catalogId !== null && traded && !isBiddingOver && !isFinished(catalogState)) ids.add(catalogId);
  }
  return [...ids].slice(0, ROOMS_MAX).join(",");
}

/** Lots of any number of catalogs, each with the newest trading state from its room. */
export function useLiveLots<L extends LotShort>(lots: readonly L[], onRejoined: () => void): L[] {
  const [rooms, dispatch] = useReducer(reduceRooms, {});
  const joined = roomsOf(lots);
  const rejoinedRoom = useEffectEvent(onRejoined);
  useEffect(() => {
    const ids = joined === "" ? [] : joined.split(",").map(Number);
    const leave = ids.map((catalogId) =>
      chatConnection.join(catalogId, {
        onSnapshot(snapshot, rejoined) {
          dispatch({ catalogId, event: { type: "snapshot", snapshot } });
          if (rejoined) rejoinedRoom();
        },
        onLot: (lot) => dispatch({ catalogId, event: { type: "lot", lot } }),
        onCatalog: (catalog) => dispatch({ catalogId, event: { type: "catalog", catalog } }),
        onMessage: () => undefined,
        onHidden: () => undefined,
        onRefused: () => undefined,
        onNumber: (myParticipant) => dispatch({ catalogId, event: { type: "number", myParticipant } }),
      }),
    );
    return () => {
      for (const done of leave) done();
    };
  }, [joined]);
  return useMemo(
    () =>
      lots.map((lot) => {
        const room = rooms[lot.catalogId ?? 0] ?? EMPTY_ROOM;
        const merged = mergeLot(lot, room.lots[lot.id], room.myParticipant);
        return room.catalog ? { ...merged, catalogPausedAt: room.catalog.pausedAt } : merged;
      }),
    [lots, rooms],
  );
}
