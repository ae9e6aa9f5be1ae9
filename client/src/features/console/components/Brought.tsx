import { count, price, thousands } from "@/lib/format";
import type { Tally } from "@/trade/rules/tally";
import css from "./console.module.css";

const LOTS = ["лота", "лотов", "лотов"] as const;

/** What the sale has brought, and of how many lots. */
export function Brought({ tally, currency }: { tally: Tally; currency: number }) {
  return (
    <>
      <p className={`${css.priceValue} num`}>{price(tally.sum, currency)}</p>
      <p className="num">
        Продано {thousands(tally.sold)} из {count(tally.over, LOTS)}
        {tally.share !== null && `, ${tally.share} %`}
      </p>
    </>
  );
}
