import { Countdown } from "@/components/Countdown/Countdown";
import { Price } from "@/components/Price/Price";
import type { LotShort } from "@/lib/api/types";
import { lotEnd, shownPrice } from "@/trade/rules/trading";
import css from "./bid.module.css";

/** The lot's price and time, live, at the top of its dialogs. */
export function LotHead({ lot }: { lot: LotShort }) {
  const value = lot.price.value ?? lot.price.start;
  const end = lotEnd(lot);
  return (
    <div className={css.head}>
      <dl>
        <dt>{lot.price.value === null ? "Стартовая цена" : shownPrice(lot).label}</dt>
        <dd>
          <Price value={value} currency={lot.price.currency} size="md" />
        </dd>
      </dl>
      {end !== null && <Countdown end={end} over="0:00:00" />}
    </div>
  );
}
