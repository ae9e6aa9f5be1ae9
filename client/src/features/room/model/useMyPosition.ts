import { useEffect, useRef, useState } from "react";
import { announce } from "@/lib/announce";
import type { Lot, LotShort } from "@/lib/api/types";
import { play } from "@/trade/bidding/sound";
import { isLeader, limitStands, type Position, positionOn } from "@/trade/rules/position";

interface Facts {
  signedIn: boolean;
  /** The lot's details, once loaded. */
  detail: Lot | null;
  hasPlaced: boolean;
}

/** The viewer's position on the current lot. Changes are also spoken and played. */
export function useMyPosition(lot: LotShort, { signedIn, detail, hasPlaced }: Facts): Position {
  // A bet from another device, or an absentee order, is known here only while it leads.
  const leads = signedIn && isLeader(lot);
  const [hasLed, setHasLed] = useState(leads);
  if (leads && !hasLed) setHasLed(true);

  const isBound = detail !== null && (detail.myLastBet !== null || detail.myAbsentee !== null);
  const hasBet = hasLed || hasPlaced || isBound;
  const position = positionOn(lot, {
    signedIn,
    hasBet: hasBet && !limitStands(lot, detail?.myAbsentee ?? null),
  });
  usePositionNews(position, lot);
  return position;
}

function usePositionNews(position: Position, lot: LotShort): void {
  const before = useRef({ position, over: lot.isBiddingOver });
  const label = `лот ${lot.catalogLotId}`;
  useEffect(() => {
    const last = before.current;
    before.current = { position, over: lot.isBiddingOver };
    if (lot.isBiddingOver && !last.over) play("hammer");
    if (last.position === position) return;
    if (position === "outbid") {
      announce(`Ваша ставка перебита, ${label}`);
      play("outbid");
    } else if (position === "leading") {
      announce(`Вы лидируете, ${label}`);
      play("leading");
    } else if (position === "won") {
      announce(`Вы выиграли, ${label}`);
    }
  }, [position, lot.isBiddingOver, label]);
}
