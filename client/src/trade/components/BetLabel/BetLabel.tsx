import type { LotShort } from "@/lib/api/types";
import { price } from "@/lib/format";
import { allInText } from "@/trade/rules/commission";
import css from "./BetLabel.module.css";

interface BetLabelProps {
  action: string;
  lot: Pick<LotShort, "price" | "commission">;
}

/** What the button of the least bet says: the action with its sum, and below it what the buyer would pay in all. */
export function BetLabel({ action, lot: { price: money, commission } }: BetLabelProps) {
  const allIn = allInText(money.minBet, commission, money.currency);
  return (
    <span className={css.label}>
      {action} {price(money.minBet, money.currency)} {allIn && <small>{allIn}</small>}
    </span>
  );
}
