import { useEffect, useState } from "react";
import { serverNow } from "@/lib/clock";
import type { ConnectionStatus } from "@/trade/live/chatConnection";

/** Since when what is shown may be old: the server's time at which the line was lost; null while it holds. */
export function useStaleSince(status: ConnectionStatus): number | null {
  const offline = status.state === "offline";
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => setSince(offline ? serverNow() : null), [offline]);
  return since;
}
