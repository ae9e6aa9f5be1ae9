import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useConnectionStatus, useRoom } from "@/trade/live/useRoom";
import { useStaleSince } from "@/trade/live/useStaleSince";
import { useVisitor } from "@/trade/live/useVisitor";
import { hallKey, hallOptions } from "../api/hall";
import { withRoom } from "./hallState";

/** The sale as its room has it now. After a break of the connection everything is read again. */
export function useHallSale(catalogId: number | null) {
  const client = useQueryClient();
  useVisitor();
  const query = useQuery({ ...hallOptions(catalogId ?? 0), enabled: catalogId !== null });
  const room = useRoom(catalogId, {
    onRefused: () => void client.invalidateQueries({ queryKey: hallKey(catalogId ?? 0) }),
    onRejoined: () => void client.invalidateQueries({ queryKey: hallKey(catalogId ?? 0) }),
  });
  const staleSince = useStaleSince(useConnectionStatus());
  const sale = useMemo(() => query.data && withRoom(query.data, room), [query.data, room]);
  return { query, sale, staleSince };
}
