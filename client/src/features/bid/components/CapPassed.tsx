import { useEffect, useRef } from "react";
import type { Lot } from "@/lib/api/types";
import { UntrustedNote } from "@/trade/components/UntrustedNote/UntrustedNote";

/** In place of sums that the bidder may not bid: why, and the way to raise the limit, which has the focus. */
export function CapPassed({ lot, cap }: { lot: Lot; cap: number }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the dialog has given the focus to its first button, which closes it.
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
