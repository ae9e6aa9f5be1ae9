import { io, type Socket } from "socket.io-client";

export interface Notice {
  subject: string;
  text: string;
}

interface ServerEvents {
  Send(subject: string, text: string): void;
}

interface ClientEvents {
  Subscribe(token: string, done: (ack: { ok: boolean }) => void): void;
}

/**
 * A person's real-time notices: connects to `/Notify`, subscribes with the token, and again after every
 * reconnection. Returns how to stop.
 */
export function listenToNotices(token: string, onNotice: (notice: Notice) => void): () => void {
  const socket: Socket<ServerEvents, ClientEvents> = io("/Notify", {
    transports: ["websocket"],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  });
  let stopped = false;
  socket.on("connect", () => socket.emit("Subscribe", token, () => undefined));
  socket.on("Send", (subject, text) => onNotice({ subject, text }));
  socket.on("disconnect", (reason) => {
    // The library comes back by itself, but not after the server itself closed the namespace.
    if (reason === "io server disconnect" && !stopped) socket.connect();
  });
  return () => {
    stopped = true;
    socket.disconnect();
  };
}
