import type { LotShort } from "@/lib/api/types";
import { price } from "@/lib/format";
import { LotState } from "@/trade/enums";
import { isLeader } from "./position";
import { isSold } from "./trading";

type Ended = Pick<
  LotShort,
  "state" | "isBiddingOver" | "price" | "leadingBet" | "myParticipant" | "catalogType"
>;

type Bidder = Pick<NonNullable<LotShort["leadingBet"]>, "participant" | "paddle">;

/** To whom a lot is sold: «участнику 217», «участнику 41 в зале», or «в зале» if nobody knows the paddle. */
export function buyerText({ participant, paddle }: Bidder): string {
  if (participant !== null) return `участнику ${participant}`;
  return paddle ? `участнику ${paddle} в зале` : "в зале";
}

/** How a lot's bidding ended, in one sentence; null while it goes on. `signedIn`: the viewer may be its winner. */
export function outcomeText(lot: Ended, signedIn: boolean): string | null {
  if (!lot.isBiddingOver && !isSold(lot)) return null;
  if (lot.state === LotState.NotSold) return "Не продан";
  if (!isSold(lot)) return "Торги завершены";
  if (signedIn && isLeader(lot)) return "Ваша ставка победила";
  const { value, currency } = lot.price;
  const sum = value === null ? "" : ` за ${price(value, currency)}`;
  const buyer = lot.leadingBet;
  return buyer === null ? `Продан${sum}` : `Продан ${buyerText(buyer)}${sum}`;
}
