import { moscowTime, plural, price, thousands } from "@/lib/format";
import type { Tally as Facts } from "@/trade/rules/tally";
import css from "./console.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;

/** What the sale has brought so far, and when it may end; from the first hammer on. */
export function Tally({ tally, currency }: { tally: Facts; currency: number }) {
  return (
    <dl className={`${css.tally} num`}>
      <div>
        <dt>продано{tally.share !== null && `, ${tally.share} %`}</dt>
        <dd>
          {thousands(tally.sold)} из {thousands(tally.over)}
        </dd>
      </div>
      <div>
        <dt>сумма продаж</dt>
        <dd>{price(tally.sum, currency)}</dd>
      </div>
      {tally.perHour !== null && (
        <div>
          <dt>{plural(tally.perHour, LOTS)} в час</dt>
          <dd>{thousands(tally.perHour)}</dd>
        </div>
      )}
      {tally.end !== null && (
        <div>
          <dt>конец примерно</dt>
          <dd>{moscowTime(tally.end)}</dd>
        </div>
      )}
    </dl>
  );
}
