import { useState } from "react";
import type { Lot } from "@/lib/api/types";
import { moscowTime, price } from "@/lib/format";
import { usePacedAnnouncement } from "@/lib/usePacedAnnouncement";
import { bettorName } from "@/trade/rules/position";

/** Announces a new price and an extended end to screen readers. */
export function useSpokenChanges(lot: Lot, myParticipant: number | null): void {
  const { leadingBet: bet, endTradeTime: end } = lot;
  usePacedAnnouncement(
    bet && `Новая ставка ${price(bet.value, lot.price.currency)}, ${bettorName(bet, myParticipant)}`,
  );
  // The end that a lot gets when it opens extends nothing.
  const [firstEnd, setFirstEnd] = useState(end);
  if (firstEnd === null && end !== null) setFirstEnd(end);
  const isExtended = end !== null && firstEnd !== null && end !== firstEnd;
  usePacedAnnouncement(isExtended ? `Торги продлены до ${moscowTime(Date.parse(end))}` : null);
}
