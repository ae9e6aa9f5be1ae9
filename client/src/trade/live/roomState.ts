import type { CatalogStatusUpdate, LotUpdate, RoomSnapshot } from "@/lib/api/types";

/**
 * A client's state of a live catalog. Every incoming state is whole, so the newer one replaces the older, whether it
 * came in a snapshot, a broadcast or the answer to a bet.
 */
export interface RoomState {
  catalog: RoomCatalog | null;
  /** By lot id; only lots with updates. */
  lots: Readonly<Record<number, LotUpdate>>;
  members: number | null;
  /** The viewer's number in the catalog; null before the first bet there, and for a visitor. */
  myParticipant: number | null;
}

export interface RoomCatalog {
  state: number;
  currentLotId: number | null;
  pausedAt: string | null;
  pauseReason: string | null;
  version: number;
}

export type RoomEvent =
  | { type: "snapshot"; snapshot: RoomSnapshot }
  | { type: "lot"; lot: LotUpdate }
  | { type: "catalog"; catalog: CatalogStatusUpdate }
  | { type: "number"; myParticipant: number };

export const EMPTY_ROOM: RoomState = { catalog: null, lots: {}, members: null, myParticipant: null };

function withCatalog(known: RoomCatalog | null, news: RoomCatalog): RoomCatalog {
  if (known && known.version > news.version) return known;
  const { state, currentLotId, pausedAt, pauseReason, version } = news;
  return { state, currentLotId, pausedAt, pauseReason, version };
}

function withLots(known: RoomState["lots"], news: readonly LotUpdate[]): RoomState["lots"] {
  const newer = news.filter((lot) => (known[lot.lotId]?.version ?? -1) < lot.version);
  if (newer.length === 0) return known;
  return { ...known, ...Object.fromEntries(newer.map((lot) => [lot.lotId, lot])) };
}

export function reduceRoom(room: RoomState, event: RoomEvent): RoomState {
  switch (event.type) {
    case "snapshot":
      return {
        catalog: withCatalog(room.catalog, event.snapshot.catalog),
        lots: withLots(room.lots, event.snapshot.lots),
        members: event.snapshot.members,
        myParticipant: event.snapshot.myParticipant,
      };
    case "lot": {
      const lots = withLots(room.lots, [event.lot]);
      return lots === room.lots ? room : { ...room, lots };
    }
    case "catalog":
      return { ...room, catalog: withCatalog(room.catalog, event.catalog) };
    case "number":
      return event.myParticipant === room.myParticipant
        ? room
        : { ...room, myParticipant: event.myParticipant };
  }
}
