import type { Bet, LotUpdate } from "@/lib/api/types";
import { FEED_SIZE } from "@/trade/api/bets";
import { isMine } from "@/trade/rules/position";

/**
 * The feed with the lot's newest bet on top. `complete` is false when the history has to be read again: an update may
 * record more than its leading bet (an absentee order answered), it may revoke bets that the feed still holds, and it
 * never says whether an order made the bet.
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
  // Only the history tells bettors which of their own bets an absentee order made.
  return { bets: grown, complete: !bet.isMine && grown.length === Math.min(lot.betsCount, FEED_SIZE) };
}
