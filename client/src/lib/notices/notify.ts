import type { Socket } from "socket.io-client";
import type { NotifySends, NotifyTakes } from "@/lib/api/sockets";
import { keepAwake } from "@/lib/api/wakeful";

export interface Notice {
  subject: string;
  text: string;
}

/** Before the library is asked for again, if it could not be loaded. */
const RELOAD_MS = 2_000;

/**
 * Listens to a user's real-time notices: connects to `/Notify` and subscribes with the token after every connection.
 * Returns the function that stops it.
 */
export function listenToNotices(token: string, onNotice: (notice: Notice) => void): () => void {
  let left = false;
  let stop: () => void = () => undefined;
  const connect = async () => {
    const library = await import("socket.io-client").catch(() => null);
    if (left) return;
    if (library) stop = subscribe(library.io, token, onNotice);
    else setTimeout(() => void connect(), RELOAD_MS);
  };
  void connect();
  return () => {
    left = true;
    stop();
  };
}

function subscribe(
  io: typeof import("socket.io-client").io,
  token: string,
  onNotice: (notice: Notice) => void,
): () => void {
  const socket: Socket<NotifySends, NotifyTakes> = io("/Notify", {
    transports: ["websocket"],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  });
  let stopped = false;
  const rest = keepAwake(socket);
  socket.on("connect", () => socket.emit("Subscribe", token, () => undefined));
  socket.on("Send", (subject, text) => onNotice({ subject, text }));
  socket.on("disconnect", (reason) => {
    // The library reconnects on its own, except after the server closed the namespace.
    if (reason === "io server disconnect" && !stopped) socket.connect();
  });
  return () => {
    stopped = true;
    rest();
    socket.disconnect();
  };
}
