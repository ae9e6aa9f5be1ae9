import type { Lot, LotShort } from "@/lib/api/types";
import { LotState } from "@/lib/enums";
import { isSold } from "./trading";

/**
 * Whether a bet is the viewer's. Bets carry the bidder's number in the catalog and no account. The viewer knows their own
 * number, from their first bet there on.
 */
export const isMine = (bet: { participant: number | null }, myParticipant: number | null): boolean =>
  myParticipant !== null && bet.participant === myParticipant;

/** Whether the viewer's bet leads the lot. A bet on its way never leads. */
export const isLeader = (lot: Pick<LotShort, "leadingBet" | "myParticipant">): boolean =>
  lot.leadingBet !== null && isMine(lot.leadingBet, lot.myParticipant);

/** The viewer's position on a lot by its last bets, also after its end. `outbid` needs a bet or an absentee bet. */
export type Position = "none" | "leading" | "outbid" | "won";

export function positionOn(
  lot: Pick<LotShort, "leadingBet" | "myParticipant" | "state">,
  me: { signedIn: boolean; hasBet: boolean },
): Position {
  if (!me.signedIn) return "none";
  if (isLeader(lot)) return isSold(lot) ? "won" : "leading";
  return me.hasBet ? "outbid" : "none";
}

/** The viewer's position on the page of a lot, where the end of bidding settles it. */
export type Stand = Position | "unsold";

export function standOn(
  lot: Pick<Lot, "leadingBet" | "myParticipant" | "state" | "isBiddingOver" | "myLastBet" | "myAbsentee">,
  signedIn: boolean,
): Stand {
  // An absentee order acts only while the lot is open, so nobody can have beaten it before.
  const ordered = lot.myAbsentee !== null && lot.state === LotState.InProcess;
  const position = positionOn(lot, { signedIn, hasBet: lot.myLastBet !== null || ordered });
  if (!lot.isBiddingOver || position === "won") return position;
  return position === "leading" ? "unsold" : "none";
}

/** A bettor: online by their number in the catalog; in the hall perhaps by a paddle. */
interface Bettor {
  participant: number | null;
  paddle: string | null;
}

/** «Вы», «Зал, участник 41», «Зал», «Участник 217». */
export function bettorName(bet: Bettor, myParticipant: number | null): string {
  if (isMine(bet, myParticipant)) return "Вы";
  if (bet.participant !== null) return `Участник ${bet.participant}`;
  return bet.paddle ? `Зал, участник ${bet.paddle}` : "Зал";
}

/** The name in a list of bets, where the source stands beside it: «Участник 41» зал. */
export function bettorInFeed(bet: Bettor, myParticipant: number | null): string {
  return bet.participant === null && bet.paddle ? `Участник ${bet.paddle}` : bettorName(bet, myParticipant);
}

/** The source of a bet. Only its bettor and the staff know that it came from an absentee order. */
export function sourceOf(bet: { participant: number | null; isAbsentee: boolean | null }): string {
  if (bet.isAbsentee) return "заочная";
  return bet.participant === null ? "зал" : "сеть";
}
