import type { LotUpdate } from "@/lib/api/types";

/**
 * Where I stand on a lot. `pending` is a bet on its way: it is never shown as leading before the server said so.
 * Specification, section 4: leading if the leading bet's userId is the user; outbid if the user has a bet or an
 * absentee bet on the lot and is not leading.
 */
export type Position = "none" | "leading" | "outbid" | "won";

const SOLD = 2;
const PAID = 8;

export function positionOn(
  lot: Pick<LotUpdate, "leadingBet" | "state">,
  me: { userId: number | null; hasBet: boolean },
): Position {
  if (me.userId === null) return "none";
  if (lot.leadingBet?.userId === me.userId)
    return lot.state === SOLD || lot.state === PAID ? "won" : "leading";
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

/** In a list of bets, where the source stands beside the name: «Участник 41» зал. */
export function bettorInFeed(
  bet: { userId: number | null; participant?: number | null; paddle?: string | null },
  myUserId: number | null,
): string {
  return bet.userId === null && bet.paddle ? `Участник ${bet.paddle}` : bettorName(bet, myUserId);
}

/** Where a bet came from. That it came from an absentee order only its bettor and the staff are told. */
export function sourceOf(bet: { userId: number | null; isAbsentee?: boolean | null }): string {
  if (bet.isAbsentee) return "заочная";
  return bet.userId === null ? "зал" : "сеть";
}
