import { useState } from "react";
import { serverNow } from "@/lib/clock";
import type { ConnectionStatus } from "./chatConnection";

/** The server's time when the connection was lost, so that the page can date what it shows; null while online. */
export function useStaleSince(status: ConnectionStatus): number | null {
  const offline = status.state === "offline";
  const [since, setSince] = useState<number | null>(null);
  if (offline !== (since !== null)) setSince(offline ? serverNow() : null);
  return since;
}
