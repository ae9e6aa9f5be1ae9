import type { Bet, Lot, LotShort } from "@/lib/api/types";
import { price } from "@/lib/format";
import { LotState } from "@/trade/enums";
import { withCommission } from "@/trade/rules/commission";
import { isEnded, isSold } from "./trading";

/**
 * Whether a bet is the viewer's. Bets carry the bidder's number in the catalog and no account. The viewer knows their own
 * number, from their first bet there on.
 */
export const isMine = (bet: { participant: number | null }, myParticipant: number | null): boolean =>
  myParticipant !== null && bet.participant === myParticipant;

/** Whether the viewer's bet leads the lot. A bet on its way never leads. */
export const isLeader = (lot: Pick<LotShort, "leadingBet" | "myParticipant">): boolean =>
  lot.leadingBet !== null && isMine(lot.leadingBet, lot.myParticipant);

/** The viewer's position on a lot by its last bets, also after its end. `outbid` needs a bet, or an absentee bet that is beaten. */
export type Position = "none" | "leading" | "outbid" | "won";

export function positionOn(
  lot: Pick<LotShort, "leadingBet" | "myParticipant" | "state">,
  me: { signedIn: boolean; hasBet: boolean },
): Position {
  if (!me.signedIn) return "none";
  if (isLeader(lot)) return isSold(lot) ? "won" : "leading";
  return me.hasBet ? "outbid" : "none";
}

/**
 * Whether the viewer's absentee order still acts, or will once the lot opens: an order acts only while its lot is open, so
 * nobody can have beaten it before. One below the viewer's own leading bet is used up.
 */
export function limitStands(
  lot: Pick<LotShort, "leadingBet" | "myParticipant" | "state" | "isBiddingOver" | "price">,
  limit: number | null,
): limit is number {
  if (limit === null || isEnded(lot)) return false;
  if (isLeader(lot)) return limit >= (lot.price.value ?? 0);
  return lot.state !== LotState.InProcess || limit >= lot.price.minBet;
}

/** Says when an absentee bet acts, or that bidding is over. */
export function limitActs(lot: Pick<LotShort, "state" | "isBiddingOver">): string {
  if (isEnded(lot)) return "Торги по лоту окончены";
  return lot.state === LotState.InProcess
    ? "Торгуется за вас, пока цена не выше лимита"
    : "Вступит в торг, когда лот откроется";
}

/** What an absentee bet may cost with the commission; null where none is charged. */
export const limitAllIn = (
  { commission, price: { currency } }: Pick<LotShort, "commission" | "price">,
  limit: number,
): string | null =>
  commission > 0 ? `С\u00a0комиссией до ${price(withCommission(limit, commission), currency)}` : null;

/** When an absentee bet acts and what it may cost; on an ended lot, without the cost. */
export const limitTerms = (
  lot: Pick<LotShort, "state" | "isBiddingOver" | "commission" | "price">,
  limit: number,
): string => [limitActs(lot), isEnded(lot) ? null : limitAllIn(lot, limit)].filter(Boolean).join(". ");

/** The viewer's last bet if it stands: leading bets only rise, so one above the leading bet was taken back. */
export function standingBet({ myLastBet, leadingBet }: Pick<Lot, "myLastBet" | "leadingBet">): number | null {
  return myLastBet !== null && leadingBet !== null && myLastBet <= leadingBet.value ? myLastBet : null;
}

/** The viewer's position on the page of a lot, where the end of bidding settles it. */
export type Stand = Position | "unsold";

export function standOn(
  lot: Pick<
    Lot,
    "leadingBet" | "myParticipant" | "state" | "isBiddingOver" | "price" | "myLastBet" | "myAbsentee"
  >,
  signedIn: boolean,
): Stand {
  const isBound = standingBet(lot) !== null || lot.myAbsentee !== null;
  const position = positionOn(lot, { signedIn, hasBet: isBound && !limitStands(lot, lot.myAbsentee) });
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

/** The name in a list of bets, where the source is beside it: «Участник 41» зал. */
export function bettorInFeed(bet: Bettor, myParticipant: number | null): string {
  return bet.participant === null && bet.paddle ? `Участник ${bet.paddle}` : bettorName(bet, myParticipant);
}

/**
 * The source of a bet, beside its bettor's name; null where «Зал» is the name. Only its bettor and the staff know that it
 * came from an absentee order. Also null for the viewer's own bets until the history is loaded.
 */
export function sourceOf(bet: Bettor & Pick<Bet, "isAbsentee" | "isMine">): string | null {
  if (bet.isAbsentee) return "заочная";
  if (bet.isMine && bet.isAbsentee === null) return null;
  if (bet.participant !== null) return "сеть";
  return bet.paddle === null ? null : "зал";
}
