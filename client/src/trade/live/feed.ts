import type { Bet, LotUpdate } from "@/lib/api/types";
import { FEED_SIZE } from "@/trade/api/bets";
import { isMine } from "@/trade/rules/position";

/**
 * The feed with the lot's newest bet on top. When `complete` is false, the history has to be fetched again: an update may
 * record several bets (an absentee order answered) or revoke bets still in the feed, and it does not say whether an order
 * made a bet.
 */
export function withLeading(
  bets: readonly Bet[],
  lot: Pick<LotUpdate, "catalogId" | "lotId" | "version" | "leadingBet" | "betsCount">,
  myParticipant: number | null,
): { bets: readonly Bet[]; complete: boolean } {
  const leading = lot.leadingBet;
  if (!leading) return { bets: bets.length === 0 ? bets : [], complete: true };
  const top = bets[0];
  if (top && top.value === leading.value && top.created === leading.created) {
    return { bets, complete: bets.length === Math.min(lot.betsCount, FEED_SIZE) };
  }
  if (top && top.value > leading.value) return { bets, complete: false };
  const bet: Bet = {
    id: leading.id ?? -lot.version,
    catalogId: lot.catalogId,
    lotId: lot.lotId,
    value: leading.value,
    created: leading.created,
    timestamp: Date.parse(leading.created),
    userId: leading.userId,
    participant: leading.participant,
    paddle: leading.paddle,
    isVisible: true,
    revoked: null,
    revokedBy: null,
    isAbsentee: null,
    isMine: isMine(leading, myParticipant),
  };
  const grown = [bet, ...bets].slice(0, FEED_SIZE);
  // Only the history marks the viewer's own bets that their absentee order made.
  return { bets: grown, complete: !bet.isMine && grown.length === Math.min(lot.betsCount, FEED_SIZE) };
}
