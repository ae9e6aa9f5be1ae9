import { useEffect, useEffectEvent, useReducer, useSyncExternalStore } from "react";
import type { ChatHidden, ChatMessage, RoomSnapshot } from "@/lib/api/types";
import { type ConnectionStatus, chatConnection } from "./chatConnection";
import { EMPTY_ROOM, type RoomState, reduceRoom } from "./roomState";

export function useConnectionStatus(): ConnectionStatus {
  return useSyncExternalStore(chatConnection.onStatus, chatConnection.status);
}

interface Handlers {
  /** The room let the viewer in for the first time. */
  onJoined?(snapshot: RoomSnapshot): void;
  /** The connection was lost and is back: loaded lists and histories may be out of date. */
  onRejoined?(): void;
  /** The room does not let the viewer in any more: what was loaded may be gone. */
  onRefused?(): void;
  onMessage?(message: ChatMessage): void;
  onHidden?(message: ChatHidden): void;
}

/** The live state of a catalog while the component is mounted. */
export function useRoom(catalogId: number | null, handlers: Handlers = {}): RoomState {
  const [room, dispatch] = useReducer(reduceRoom, EMPTY_ROOM);
  const onJoined = useEffectEvent((snapshot: RoomSnapshot) => handlers.onJoined?.(snapshot));
  const onRejoined = useEffectEvent(() => handlers.onRejoined?.());
  const onRefused = useEffectEvent(() => handlers.onRefused?.());
  const onMessage = useEffectEvent((message: ChatMessage) => handlers.onMessage?.(message));
  const onHidden = useEffectEvent((message: ChatHidden) => handlers.onHidden?.(message));
  useEffect(() => {
    if (catalogId === null) return;
    return chatConnection.join(catalogId, {
      onSnapshot(snapshot, rejoined) {
        dispatch({ type: "snapshot", snapshot });
        if (rejoined) onRejoined();
        else onJoined(snapshot);
      },
      onRefused: () => onRefused(),
      onLot: (lot) => dispatch({ type: "lot", lot }),
      onCatalog: (catalog) => dispatch({ type: "catalog", catalog }),
      onMessage: (message) => onMessage(message),
      onHidden: (message) => onHidden(message),
      onNumber: (myParticipant) => dispatch({ type: "number", myParticipant }),
    });
  }, [catalogId]);
  return room;
}
