import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Lot } from "@/lib/api/types";
import { lotKey } from "@/trade/api/lots";
import { chatConnection } from "./chatConnection";

/**
 * Learns the viewer's number when an absentee order of theirs makes their first bet in the catalog: the room announces
 * a new leader and cannot say who it is, so the lot is read again.
 */
export function useNumberOfOrder(lot: Lot | null | undefined): void {
  const client = useQueryClient();
  const { id, catalogId = null, myParticipant = null } = lot ?? {};
  const unknown =
    lot && lot.myAbsentee !== null && myParticipant === null ? lot.leadingBet?.participant : null;
  useEffect(() => {
    if (id !== undefined && unknown != null) void client.invalidateQueries({ queryKey: lotKey(id) });
  }, [client, id, unknown]);
  useEffect(() => {
    if (catalogId !== null && myParticipant !== null) chatConnection.number(catalogId, myParticipant);
  }, [catalogId, myParticipant]);
}
