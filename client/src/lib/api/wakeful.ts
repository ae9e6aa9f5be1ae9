import type { Socket } from "socket.io-client";

const sockets = new Set<Pick<Socket, "connected" | "connect" | "disconnect">>();

/**
 * Starts a connection attempt immediately if all sockets are disconnected. They share one connection, and its retry timer
 * stops only when all of them disconnect.
 */
function wake(): void {
  const lost = [...sockets].filter((socket) => !socket.connected);
  if (lost.length < sockets.size) return;
  for (const socket of lost) socket.disconnect();
  for (const socket of lost) socket.connect();
}

const onVisible = () => document.visibilityState === "visible" && wake();

/**
 * Reconnects a socket as soon as the network is back or the tab becomes visible. Returns a function that stops this.
 *
 * A lost network restarts a connection attempt in progress, so that it fails immediately. The library handles `offline`
 * only on established connections; the attempt would time out after 20 s, with the page still showing «Соединение…».
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
