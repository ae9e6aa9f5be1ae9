import { Button } from "@/components/Button/Button";
import { count, percent, price } from "@/lib/format";
import { withCommission } from "@/trade/rules/commission";
import css from "./bid.module.css";

const TIMES = ["раз", "раза", "раз"] as const;

interface DoubleCheckProps {
  value: number;
  minimum: number;
  commission: number;
  currency: number;
  onBack: () => void;
  onConfirm: () => void;
}

/** Asks about an amount many times the minimum. Changing it comes first. */
export function DoubleCheck({ value, minimum, commission, currency, onBack, onConfirm }: DoubleCheckProps) {
  return (
    <>
      <p className="small muted">
        Ставка больше минимальной в {count(Math.floor(value / minimum), TIMES)}. Возможно, лишний ноль.
      </p>
      <dl className={css.sum}>
        <dt>Минимальная ставка</dt>
        <dd>{price(minimum, currency)}</dd>
        <dt>Вы ввели</dt>
        <dd data-entered>{price(value, currency)}</dd>
        <dt data-total>{commission > 0 ? `С комиссией ${percent(commission)}` : "Всего при победе"}</dt>
        <dd data-total>{price(withCommission(value, commission), currency)}</dd>
      </dl>
      <Button fullWidth onClick={onBack} data-autofocus>
        Изменить сумму
      </Button>
      <Button variant="outline" fullWidth onClick={onConfirm}>
        Подтвердить {price(value, currency)}
      </Button>
    </>
  );
}
