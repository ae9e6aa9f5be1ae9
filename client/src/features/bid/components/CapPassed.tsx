import { useEffect, useRef } from "react";
import type { Lot } from "@/lib/api/types";
import { UntrustedNote } from "@/trade/components/UntrustedNote/UntrustedNote";

/** Replaces the form when the minimum bet exceeds the bidder's cap: explains it and offers to raise the cap. */
export function CapPassed({ lot, cap }: { lot: Lot; cap: number }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The dialog first focuses its close button.
    const timer = setTimeout(() => note.current?.querySelector("button")?.focus(), 0);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={note}>
      <UntrustedNote
        houseId={lot.houseId}
        cap={cap}
        currency={lot.price.currency}
        minBet={lot.price.minBet}
      />
    </div>
  );
}
