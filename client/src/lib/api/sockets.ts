// Generated from openapi.json by scripts/api-types.mjs. Do not edit.
import type { components } from "./schema";

type Schemas = components["schemas"];

/** The server's acknowledgement of an emit. */
export type Ack<T> = (T & { ok: true }) | (Schemas["SocketRefusal"] & { ok: false });

/** What the server sends in `/Chat`. */
export interface ChatSends {
  CatalogStatusUpdate(catalog: Schemas["CatalogStatusUpdate"]): void;
  Hide(message: Schemas["ChatHidden"]): void;
  LotUpdate(lot: Schemas["LotUpdate"]): void;
  Send(message: Schemas["ChatMessage"]): void;
}

/** What the server takes in `/Chat`, without optional arguments. */
export interface ChatTakes {
  Join(catalogId: number, name: string, token: string, done: (ack: Ack<Schemas["RoomSnapshot"]>) => void): void;
  JoinAnon(catalogId: number, name: string, done: (ack: Ack<Schemas["RoomSnapshot"]>) => void): void;
  Leave(catalogId: number, done: (ack: Ack<Schemas["Done"]>) => void): void;
  Look(catalogId: number, lotId: number, reaches: boolean, done: (ack: Ack<Schemas["Done"]>) => void): void;
  Send(catalogId: number, name: string, text: string, done: (ack: Ack<Schemas["MessageStored"]>) => void): void;
}

/** What the server sends in `/Notify`. */
export interface NotifySends {
  Send(subject: string, text: string): void;
}

/** What the server takes in `/Notify`, without optional arguments. */
export interface NotifyTakes {
  Subscribe(token: string, done: (ack: Ack<Schemas["Done"]>) => void): void;
}
