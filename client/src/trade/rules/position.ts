import type { LotUpdate } from "@/lib/api/types";
import { isSold } from "./trading";

/**
 * The viewer's position on a lot (specification, section 4): leading if the leading bet is theirs; outbid if they have a
 * bet or an absentee bet and do not lead. A bet on its way never counts as leading.
 */
export type Position = "none" | "leading" | "outbid" | "won";

export function positionOn(
  lot: Pick<LotUpdate, "leadingBet" | "state">,
  me: { userId: number | null; hasBet: boolean },
): Position {
  if (me.userId === null) return "none";
  if (lot.leadingBet?.userId === me.userId) return isSold(lot) ? "won" : "leading";
  return me.hasBet ? "outbid" : "none";
}

/** «Вы», «Зал, участник 41», «Зал», «Участник 217». */
export function bettorName(
  bet: { userId: number | null; participant?: number | null; paddle?: string | null },
  myUserId: number | null,
): string {
  if (bet.userId !== null) {
    if (bet.userId === myUserId) return "Вы";
    return bet.participant ? `Участник ${bet.participant}` : "Участник";
  }
  return bet.paddle ? `Зал, участник ${bet.paddle}` : "Зал";
}

/** The name in a list of bets, where the source stands beside it: «Участник 41» зал. */
export function bettorInFeed(
  bet: { userId: number | null; participant?: number | null; paddle?: string | null },
  myUserId: number | null,
): string {
  return bet.userId === null && bet.paddle ? `Участник ${bet.paddle}` : bettorName(bet, myUserId);
}

/** The source of a bet. Only its bettor and the staff know that it came from an absentee order. */
export function sourceOf(bet: { userId: number | null; isAbsentee?: boolean | null }): string {
  if (bet.isAbsentee) return "заочная";
  return bet.userId === null ? "зал" : "сеть";
}
