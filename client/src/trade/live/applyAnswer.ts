import type { QueryClient } from "@tanstack/react-query";
import type { CatalogStatusUpdate, Lot, LotUpdate } from "@/lib/api/types";
import { lotOptions } from "@/trade/api/lots";
import { chatConnection } from "./chatConnection";
import { mergeLot } from "./mergeLot";

/** What an answer to a bet, an absentee bet or an auctioneer's action says about the room. */
interface Answer {
  lot?: LotUpdate | null;
  catalog?: CatalogStatusUpdate | null;
}

/** The viewer's own part of a lot, which no broadcast carries. */
interface Mine extends Partial<Pick<Lot, "myLastBet" | "myAbsentee" | "myParticipant">> {
  lotId: number;
}

/**
 * Passes the states in an answer to everything that shows them: the rooms' reducers and the cached lot. A state is
 * whole and has a version, so a broadcast that came first is not undone.
 */
export function applyAnswer(client: QueryClient, { lot = null, catalog = null }: Answer, mine?: Mine): void {
  chatConnection.deliver(lot, catalog);
  if (lot && mine?.myParticipant != null) chatConnection.number(lot.catalogId, mine.myParticipant);
  const lotId = mine?.lotId ?? lot?.lotId;
  if (lotId === undefined) return;
  client.setQueryData(lotOptions(lotId).queryKey, (known): Lot | undefined => {
    if (!known) return known;
    const { lotId: _, ...own } = mine ?? { lotId };
    return { ...mergeLot(known, lot ?? undefined), ...own };
  });
}
