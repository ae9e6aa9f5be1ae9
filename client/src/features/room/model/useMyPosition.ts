import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { announce } from "@/lib/announce";
import type { Lot, LotShort } from "@/lib/api/types";
import { lotKey } from "@/trade/api/lots";
import { play } from "@/trade/bidding/sound";
import { isLeader, limitStands, positionOn, standingBet } from "@/trade/rules/position";
import { isHammered } from "@/trade/rules/together";
import type { RoomPosition } from "./words";

interface Facts {
  signedIn: boolean;
  /** The current lot's details, once loaded. */
  detail: Lot | null;
  /** Number of the viewer's bets recorded since the lot opened here. */
  placed: number;
}

/** The viewer's position on the current lot. Changes are also spoken and played. */
export function useMyPosition(lot: LotShort, { signedIn, detail, placed }: Facts): RoomPosition {
  // A bet from another device, or an absentee order, is known here only while it leads.
  const leads = signedIn && isLeader(lot);
  const [hasLed, setHasLed] = useState(leads);
  if (leads && !hasLed) setHasLed(true);
  const isCancelled = useCancelled(lot, signedIn ? detail : null, { leads, placed });

  const isBound = detail !== null && (standingBet(detail) !== null || detail.myAbsentee !== null);
  const hasBet = hasLed || placed > 0 || isBound;
  const held = positionOn(lot, {
    signedIn,
    hasBet: hasBet && !limitStands(lot, detail?.myAbsentee ?? null),
  });
  const position = held === "outbid" ? whyNotLeading(lot, isCancelled) : held;
  usePositionNews(position, lot);
  return position;
}

function whyNotLeading(lot: LotShort, isCancelled: boolean): RoomPosition {
  if (isCancelled) return "cancelled";
  // Nobody has beaten the bet: it was for a choice or a group of lots that is no more.
  const isVoid = lot.leadingBet === null || (lot.isChoice && !lot.isBiddingOver && isHammered(lot));
  return isVoid ? "none" : "outbid";
}

/** The viewer's highest bet that was seen to stand. */
interface Seen {
  value: number;
  /** The lot's version that last changed it. */
  version: number;
  isCancelled: boolean;
}

/** What a state of the lot tells of that bet. `mine`: the viewer's bet that stands then, and may lead. */
function seenBet(
  before: Seen | null,
  lot: Pick<LotShort, "version" | "leadingBet">,
  { mine, leads }: { mine: number | null; leads: boolean },
): Seen | null {
  const { version } = lot;
  if (before !== null && version < before.version) return before;
  const leading = lot.leadingBet?.value ?? 0;
  if (leads) {
    const isSame = before?.value === leading && !before.isCancelled;
    return isSame ? before : { value: leading, version, isCancelled: false };
  }
  if (mine !== null && mine > (before?.value ?? 0)) return { value: mine, version, isCancelled: false };
  const isGone = before !== null && !before.isCancelled && version > before.version && leading < before.value;
  return isGone ? { ...before, version, isCancelled: true } : before;
}

/**
 * Whether the viewer's bet was taken back, and not beaten, and no other of theirs came after it. The lot is read again then:
 * their absentee order is gone with it.
 */
function useCancelled(
  lot: LotShort,
  detail: Lot | null,
  { leads, placed }: { leads: boolean; placed: number },
): boolean {
  const client = useQueryClient();
  const [known, setKnown] = useState<{ seen: Seen | null; placed: number }>({ seen: null, placed });
  let seen = known.placed === placed ? known.seen : null;
  // Bets on a choice are void once it is decided, and its winner has others on the lots taken.
  if (!lot.isChoice || !isHammered(lot)) {
    if (detail?.id === lot.id)
      seen = seenBet(seen, detail, { mine: standingBet(detail), leads: isLeader(detail) });
    seen = seenBet(seen, lot, { mine: null, leads });
  }
  if (seen !== known.seen || placed !== known.placed) setKnown({ seen, placed });

  const isCancelled = seen?.isCancelled ?? false;
  useEffect(() => {
    if (isCancelled) void client.invalidateQueries({ queryKey: lotKey(lot.id) });
  }, [isCancelled, client, lot.id]);
  return isCancelled;
}

function usePositionNews(position: RoomPosition, lot: LotShort): void {
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
    } else if (position === "cancelled") {
      announce(`Ваша ставка отменена, ${label}`);
      play("outbid");
    } else if (position === "leading") {
      announce(`Вы лидируете, ${label}`);
      play("leading");
    } else if (position === "won") {
      announce(`Вы выиграли, ${label}`);
    }
  }, [position, lot.isBiddingOver, label]);
}
