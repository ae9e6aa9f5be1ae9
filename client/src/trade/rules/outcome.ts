import type { LotShort } from "@/lib/api/types";
import { price } from "@/lib/format";
import { LotState } from "@/trade/enums";
import { isLeader } from "./position";
import { isSold } from "./trading";

type Ended = Pick<
  LotShort,
  "state" | "isBiddingOver" | "price" | "leadingBet" | "myParticipant" | "catalogType"
>;

/** How a lot's bidding ended, in one sentence; null while it goes on. `signedIn`: the viewer may be its winner. */
export function outcomeText(lot: Ended, signedIn: boolean): string | null {
  if (!lot.isBiddingOver && !isSold(lot)) return null;
  if (lot.state === LotState.NotSold) return "Не продан";
  if (!isSold(lot)) return "Торги завершены";
  if (signedIn && isLeader(lot)) return "Ваша ставка победила";
  const { value, currency } = lot.price;
  const sum = value === null ? "" : ` за ${price(value, currency)}`;
  const buyer = lot.leadingBet;
  if (buyer === null) return `Продан${sum}`;
  if (buyer.participant !== null) return `Продан участнику ${buyer.participant}${sum}`;
  return buyer.paddle ? `Продан участнику ${buyer.paddle} в зале${sum}` : `Продан в зале${sum}`;
}
