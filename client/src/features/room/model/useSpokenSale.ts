import { useEffect, useRef } from "react";
import { announce } from "@/lib/announce";
import type { LotShort } from "@/lib/api/types";
import { price } from "@/lib/format";
import { usePacedAnnouncement } from "@/lib/usePacedAnnouncement";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { outcomeText } from "@/trade/rules/outcome";
import { bettorName, isLeader } from "@/trade/rules/position";

const named = (lot: LotShort) =>
  [`Лот ${lot.catalogLotId}`, authorOf(lot), lot.titleRu].filter((part) => part !== "").join(". ");

/**
 * Speaks the sale to people who do not see it: the lot on the block, prices at a pace that can be followed, and whom it went
 * to. What concerns the viewer's own bets is said apart (`useMyPosition`), and the auctioneer's warning is on the screen.
 */
export function useSpokenSale(lot: LotShort | null, myParticipant: number | null): void {
  const bet = lot?.leadingBet ?? null;
  const isOver = lot?.isBiddingOver ?? false;
  const isNews = lot !== null && bet !== null && !isOver && !isLeader(lot);
  usePacedAnnouncement(
    isNews ? `${price(bet.value, lot.price.currency)}, ${bettorName(bet, myParticipant)}` : null,
  );

  const before = useRef(lot && { id: lot.id, isOver });
  useEffect(() => {
    const last = before.current;
    before.current = lot && { id: lot.id, isOver };
    if (!lot) return;
    if (last?.id !== lot.id) {
      // The lot on the block when the room was opened is on the page.
      if (last) announce(`${named(lot)}. ${price(lot.price.value ?? lot.price.start, lot.price.currency)}`);
    } else if (isOver && !last.isOver && !isLeader(lot)) {
      announce(`Лот ${lot.catalogLotId}. ${outcomeText(lot, false)}`);
    }
  }, [lot, isOver]);
}
