import { useLayoutEffect } from "react";
import { Button } from "@/components/Button/Button";
import type { Lot } from "@/lib/api/types";
import { percent, price } from "@/lib/format";
import { useSteady } from "@/trade/bidding/useSteady";
import { Standing } from "@/trade/components/Standing/Standing";
import { withCommission } from "@/trade/rules/commission";
import { excessText } from "../model/amount";
import css from "./bid.module.css";

interface DoubleCheckProps {
  lot: Lot;
  value: number;
  minimum: number;
  onBack: () => void;
  onConfirm: () => void;
  /** Called when the question appears and disappears; the hammer may fall while it is open. */
  onShown: (shown: boolean) => void;
}

/** Asks about an amount many times the minimum. Changing it comes first. */
export function DoubleCheck({ lot, value, minimum, onBack, onConfirm, onShown }: DoubleCheckProps) {
  const { commission } = lot;
  const { currency } = lot.price;
  // The second click of a double click on the previous button must not confirm.
  const { settling, isSteady, onPointerDown } = useSteady(value);
  useLayoutEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  return (
    <>
      <Standing tone="outbid" icon="warn" title={excessText(value, lot)} detail="Возможно, лишний ноль" />
      <dl className={css.sum}>
        <dt>Минимальная ставка</dt>
        <dd>{price(minimum, currency)}</dd>
        <dt>Вы ввели</dt>
        <dd data-entered>{price(value, currency)}</dd>
        <dt data-total>{commission > 0 ? `С комиссией ${percent(commission)}` : "Всего при победе"}</dt>
        <dd data-total>{price(withCommission(value, commission), currency)}</dd>
      </dl>
      <Button fullWidth onClick={onBack} autoFocus>
        Изменить сумму
      </Button>
      <Button
        variant="outline"
        fullWidth
        data-settling={settling || undefined}
        onPointerDown={onPointerDown}
        onClick={() => isSteady() && onConfirm()}
      >
        Подтвердить {price(value, currency)}
      </Button>
    </>
  );
}
