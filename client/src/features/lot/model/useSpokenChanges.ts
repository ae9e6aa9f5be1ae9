import { useEffect, useRef } from "react";
import { announce } from "@/lib/announce";
import type { Lot } from "@/lib/api/types";
import { price } from "@/lib/format";
import { bettorName } from "@/trade/rules/position";

/** Announces a new price and an extended end to screen readers. */
export function useSpokenChanges(lot: Lot, myParticipant: number | null): void {
  const value = lot.leadingBet?.value ?? null;
  const end = lot.endTradeTime;
  const before = useRef({ value, end });
  useEffect(() => {
    const last = before.current;
    before.current = { value, end };
    if (value === last.value || value === null || !lot.leadingBet) return;
    const moved = end !== last.end && last.end !== null ? ". Торги продлены" : "";
    announce(
      `Новая ставка ${price(value, lot.price.currency)}, ${bettorName(lot.leadingBet, myParticipant)}${moved}`,
    );
  }, [value, end, lot, myParticipant]);
}
