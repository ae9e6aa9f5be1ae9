import type { Socket } from "socket.io-client";
import type { Ack, ChatSends, ChatTakes } from "@/lib/api/sockets";
import type { CatalogStatusUpdate, ChatHidden, ChatMessage, LotUpdate, RoomSnapshot } from "@/lib/api/types";
import { keepAwake } from "@/lib/api/wakeful";
import { refusalText } from "./refusals";
import { currentVisitor, onVisitor } from "./visitor";

export interface ConnectionStatus {
  state: "connecting" | "online" | "offline";
  /** Reconnection attempts since the connection was lost. */
  attempt: number;
}

export interface RoomListener {
  /** Called after every join: the first one and each one after a reconnection. */
  onSnapshot(snapshot: RoomSnapshot, rejoined: boolean): void;
  /** A viewer who was in the room is not let in again: it is gone, or they may not see it any more. */
  onRefused(): void;
  onLot(lot: LotUpdate): void;
  onCatalog(catalog: CatalogStatusUpdate): void;
  onMessage(message: ChatMessage): void;
  /** A message is no longer shown. */
  onHidden(message: ChatHidden): void;
  /** The viewer learnt their number in the catalog. */
  onNumber(myParticipant: number): void;
}

const ACK_TIMEOUT_MS = 10_000;
/** Delay before loading the library again after a failure. */
const RELOAD_MS = 2_000;

/**
 * Owns the `/Chat` socket. Joins a catalog for its first listener, rejoins after every reconnection, and leaves with the
 * last listener. The socket is open while any catalog has a listener. Its library is loaded with the first one: most
 * pages have none.
 */
class ChatConnection {
  #socket: Socket<ChatSends, ChatTakes> | null = null;
  /** Stops waking the socket. */
  #rest: () => void = () => undefined;
  #opening = false;
  #status: ConnectionStatus = { state: "connecting", attempt: 0 };
  readonly #statusListeners = new Set<() => void>();
  readonly #rooms = new Map<
    number,
    { listeners: Set<RoomListener>; joined: boolean; looksAt: number | null }
  >();

  constructor() {
    onVisitor(() => {
      if (this.#socket?.connected) for (const id of this.#rooms.keys()) this.#join(id);
    });
  }

  readonly status = () => this.#status;

  readonly onStatus = (listener: () => void) => {
    this.#statusListeners.add(listener);
    return () => {
      this.#statusListeners.delete(listener);
    };
  };

  join(catalogId: number, listener: RoomListener): () => void {
    void this.#open();
    const room = this.#rooms.get(catalogId);
    if (room) {
      room.listeners.add(listener);
      if (room.joined) this.#join(catalogId);
    } else {
      this.#rooms.set(catalogId, { listeners: new Set([listener]), joined: false, looksAt: null });
      if (this.#socket?.connected) this.#join(catalogId);
    }
    return () => this.#leave(catalogId, listener);
  }

  /** Passes the states that an answer carries to the listeners of their room, as a broadcast would. */
  deliver(lot: LotUpdate | null, catalog: CatalogStatusUpdate | null) {
    if (catalog) this.#each(catalog.catalogId, (listener) => listener.onCatalog(catalog));
    if (lot) this.#each(lot.catalogId, (listener) => listener.onLot(lot));
  }

  /** Passes the viewer's number in a catalog to the listeners of its room; no broadcast carries it. */
  number(catalogId: number, myParticipant: number) {
    this.#each(catalogId, (listener) => listener.onNumber(myParticipant));
  }

  /** Resolves when the message is stored; rejects with the server's text. */
  async send(catalogId: number, text: string): Promise<void> {
    if (!this.#socket?.connected) throw new Error("No connection to server yet.");
    const ack = await this.#socket
      .timeout(ACK_TIMEOUT_MS)
      .emitWithAck("Send", catalogId, currentVisitor().displayName, text);
    if (!ack.ok) throw new Error(refusalText(ack.error));
  }

  /** Says which lot of a catalog the viewer looks at, and whether they reach for the bid button. Only counts are shown. */
  look(catalogId: number, lotId: number, reaches: boolean) {
    const room = this.#rooms.get(catalogId);
    if (!room) return;
    room.looksAt = lotId;
    if (room.joined && this.#socket?.connected)
      this.#socket.emit("Look", catalogId, lotId, reaches, () => {});
  }

  async #open(): Promise<void> {
    if (this.#socket || this.#opening) return;
    this.#opening = true;
    const library = await import("socket.io-client").catch(() => null);
    this.#opening = false;
    // All listeners may have left while the library loaded.
    if (this.#rooms.size === 0) return;
    if (library) this.#connect(library.io);
    else {
      this.#setStatus({ state: "offline", attempt: this.#status.attempt + 1 });
      setTimeout(() => void this.#open(), RELOAD_MS);
    }
  }

  #connect(io: typeof import("socket.io-client").io) {
    const socket: Socket<ChatSends, ChatTakes> = io("/Chat", {
      transports: ["websocket"],
      reconnectionDelay: 500,
      reconnectionDelayMax: 5_000,
    });
    this.#socket = socket;
    this.#rest = keepAwake(socket);
    socket.on("connect", () => {
      this.#setStatus({ state: "online", attempt: 0 });
      for (const id of this.#rooms.keys()) this.#join(id);
    });
    socket.on("disconnect", (reason) => {
      this.#setStatus({ state: "offline", attempt: 0 });
      // The library reconnects on its own, except after the server closed the namespace.
      if (reason === "io server disconnect") socket.connect();
    });
    socket.io.on("reconnect_attempt", (attempt) => this.#setStatus({ state: "offline", attempt }));
    socket.on("connect_error", () => {
      if (this.#status.state === "connecting") this.#setStatus({ state: "offline", attempt: 0 });
    });
    socket.on("LotUpdate", (lot) => this.deliver(lot, null));
    socket.on("CatalogStatusUpdate", (catalog) => this.deliver(null, catalog));
    socket.on("Send", (message) => this.#each(message.catalogId, (listener) => listener.onMessage(message)));
    socket.on("Hide", (message) => this.#each(message.catalogId, (listener) => listener.onHidden(message)));
  }

  #each(catalogId: number, tell: (listener: RoomListener) => void) {
    for (const listener of this.#rooms.get(catalogId)?.listeners ?? []) tell(listener);
  }

  #join(catalogId: number) {
    const { token, displayName } = currentVisitor();
    const done = (ack: Ack<RoomSnapshot>) => {
      const room = this.#rooms.get(catalogId);
      if (!room) return;
      const rejoined = room.joined;
      room.joined = ack.ok;
      // A room that refuses the viewer sends nothing. The page keeps what it has loaded.
      if (!ack.ok) {
        if (rejoined) for (const listener of room.listeners) listener.onRefused();
        return;
      }
      for (const listener of room.listeners) listener.onSnapshot(ack, rejoined);
      if (room.looksAt !== null) this.look(catalogId, room.looksAt, false);
    };
    if (token) this.#socket?.emit("Join", catalogId, displayName, token, done);
    else this.#socket?.emit("JoinAnon", catalogId, displayName, done);
  }

  #leave(catalogId: number, listener: RoomListener) {
    const room = this.#rooms.get(catalogId);
    if (!room) return;
    room.listeners.delete(listener);
    if (room.listeners.size > 0) return;
    this.#rooms.delete(catalogId);
    if (this.#socket?.connected) this.#socket.emit("Leave", catalogId, () => {});
    if (this.#rooms.size === 0) {
      this.#rest();
      this.#socket?.disconnect();
      this.#socket = null;
      this.#setStatus({ state: "connecting", attempt: 0 });
    }
  }

  #setStatus(status: ConnectionStatus) {
    this.#status = status;
    for (const listener of this.#statusListeners) listener();
  }
}

export const chatConnection = new ChatConnection();
