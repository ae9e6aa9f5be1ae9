import type { Lot, LotShort } from "@/lib/api/types";
import { LotState } from "@/lib/enums";
import { isSold } from "./trading";

/** Whether the user's bet leads the lot. A bet on its way never leads. */
export const isLeader = (lot: Pick<LotShort, "leadingBet">, userId: number | null): boolean =>
  userId !== null && lot.leadingBet?.userId === userId;

/** The viewer's position on a lot by its last bets, also after its end. `outbid` needs a bet or an absentee bet. */
export type Position = "none" | "leading" | "outbid" | "won";

export function positionOn(
  lot: Pick<LotShort, "leadingBet" | "state">,
  me: { userId: number | null; hasBet: boolean },
): Position {
  if (me.userId === null) return "none";
  if (isLeader(lot, me.userId)) return isSold(lot) ? "won" : "leading";
  return me.hasBet ? "outbid" : "none";
}

/** The viewer's position on the page of a lot, where the end of bidding settles it. */
export type Stand = Position | "unsold";

export function standOn(
  lot: Pick<Lot, "leadingBet" | "state" | "isBiddingOver" | "myLastBet" | "myAbsentee">,
  userId: number | null,
): Stand {
  // An absentee order acts only while the lot is open, so nobody can have beaten it before.
  const ordered = lot.myAbsentee !== null && lot.state === LotState.InProcess;
  const position = positionOn(lot, { userId, hasBet: lot.myLastBet !== null || ordered });
  if (!lot.isBiddingOver || position === "won") return position;
  return position === "leading" ? "unsold" : "none";
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
