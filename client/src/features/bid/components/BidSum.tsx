import { percent, price } from "@/lib/format";
import { withCommission } from "@/trade/rules/commission";
import css from "./bid.module.css";

interface BidSumProps {
  value: number;
  commission: number;
  currency: number;
  label: string;
}

/** The amount, the buyer's commission, and what the winner pays. */
export function BidSum({ value, commission, currency, label }: BidSumProps) {
  const total = withCommission(value, commission);
  return (
    <dl className={css.sum}>
      <dt>{label}</dt>
      <dd>{price(value, currency)}</dd>
      {commission > 0 && (
        <>
          <dt>Комиссия дома, {percent(commission)}</dt>
          <dd>{price(total - value, currency)}</dd>
        </>
      )}
      <dt data-total>Всего при победе</dt>
      <dd data-total>{price(total, currency)}</dd>
    </dl>
  );
}
