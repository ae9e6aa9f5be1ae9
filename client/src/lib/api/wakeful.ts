import type { Socket } from "socket.io-client";

const sockets = new Set<Pick<Socket, "connected" | "connect" | "disconnect">>();

/**
 * Reconnects at once what is waiting for its next attempt. All sockets share one connection, whose timer stops only when
 * the last of them lets go of it.
 */
function wake(): void {
  const lost = [...sockets].filter((socket) => !socket.connected);
  if (lost.length < sockets.size) return;
  for (const socket of lost) socket.disconnect();
  for (const socket of lost) socket.connect();
}

const onVisible = () => document.visibilityState === "visible" && wake();

/**
 * Reconnects a socket as soon as the network is back or the tab is seen again. Returns the function that stops it.
 *
 * A network that is lost ends the attempt under way too: the library hears of it only once a connection stands, and would
 * let a half-open one wait for its time limit, while the page still seems to be connecting.
 */
export function keepAwake(socket: Pick<Socket, "connected" | "connect" | "disconnect">): () => void {
  if (sockets.size === 0) {
    window.addEventListener("online", wake);
    window.addEventListener("offline", wake);
    document.addEventListener("visibilitychange", onVisible);
  }
  sockets.add(socket);
  return () => {
    sockets.delete(socket);
    if (sockets.size > 0) return;
    window.removeEventListener("online", wake);
    window.removeEventListener("offline", wake);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
