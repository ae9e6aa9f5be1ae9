import type { Socket } from "socket.io-client";
import type { NotifySends, NotifyTakes } from "@/lib/api/sockets";
import { keepAwake } from "@/lib/api/wakeful";

export interface Notice {
  subject: string;
  text: string;
}

/** Delay before loading the library again after a failure. */
const RELOAD_MS = 2_000;

export interface NoticeListener {
  /** The socket listens, for the first time or again. What happened before was not sent to it. */
  onSubscribed: () => void;
  onNotice: (notice: Notice) => void;
}

/**
 * Listens to a user's real-time notices: connects to `/Notify` and subscribes with the token after every connection.
 * Returns the function that stops it.
 */
export function listenToNotices(token: string, listener: NoticeListener): () => void {
  let left = false;
  let stop: () => void = () => undefined;
  const connect = async () => {
    const library = await import("socket.io-client").catch(() => null);
    if (left) return;
    if (library) stop = subscribe(library.io, token, listener);
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
  { onSubscribed, onNotice }: NoticeListener,
): () => void {
  const socket: Socket<NotifySends, NotifyTakes> = io("/Notify", {
    transports: ["websocket"],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  });
  let stopped = false;
  const rest = keepAwake(socket);
  socket.on("connect", () => socket.emit("Subscribe", token, onSubscribed));
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
