import { useEffect, useReducer, useSyncExternalStore } from "react";
import type { ChatMessage } from "@/lib/api/types";
import { useLatest } from "@/lib/useLatest";
import { type ConnectionStatus, chatConnection } from "./chatConnection";
import { EMPTY_ROOM, type RoomEvent, type RoomState, reduceRoom } from "./roomState";

export function useConnectionStatus(): ConnectionStatus {
  return useSyncExternalStore(chatConnection.onStatus, chatConnection.status);
}

interface Handlers {
  /** The line was lost and is back: what lists and histories hold may be old. */
  onRejoined?(): void;
  onMessage?(message: ChatMessage): void;
  onRefused?(error: string): void;
}

/**
 * The live state of a catalog while the component is mounted. `dispatch` takes states that come another way, such as
 * the answer to one's own bet; versions tell which is newer.
 */
export function useRoom(
  catalogId: number | null,
  handlers: Handlers = {},
): [RoomState, (event: RoomEvent) => void] {
  const [room, dispatch] = useReducer(reduceRoom, EMPTY_ROOM);
  const latest = useLatest(handlers);
  useEffect(() => {
    if (catalogId === null) return;
    return chatConnection.join(catalogId, {
      onSnapshot(snapshot, rejoined) {
        dispatch({ type: "snapshot", snapshot });
        if (rejoined) latest.current.onRejoined?.();
      },
      onLot: (lot) => dispatch({ type: "lot", lot }),
      onCatalog: (catalog) => dispatch({ type: "catalog", catalog }),
      onMessage: (message) => latest.current.onMessage?.(message),
      onRefused: (error) => latest.current.onRefused?.(error),
    });
  }, [catalogId, latest]);
  return [room, dispatch];
}
