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
 * Listens to a user's real-time notices: connects to `/Notify` and subscribes with the token after every connection.
 * Returns the function that stops it.
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
    // The library reconnects on its own, except after the server closed the namespace.
    if (reason === "io server disconnect" && !stopped) socket.connect();
  });
  return () => {
    stopped = true;
    socket.disconnect();
  };
}
