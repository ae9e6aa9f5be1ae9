import type { ComponentProps } from "react";
import { Button } from "@/components/Button/Button";
import { Held } from "@/components/Dialog/Held";
import type { Lot } from "@/lib/api/types";
import { price } from "@/lib/format";
import { Standing } from "@/trade/components/Standing/Standing";
import { isLeader, limitActs, limitStands } from "@/trade/rules/position";
import { isEnded } from "@/trade/rules/trading";
import { useAbsenteeForm } from "../model/useAbsenteeForm";
import { AmountField } from "./AmountField";
import { BidSum } from "./BidSum";
import css from "./bid.module.css";
import { DoubleCheck } from "./DoubleCheck";
import { Ended } from "./Ended";
import { LotHead } from "./LotHead";
import { Overbet } from "./Overbet";

export interface AbsenteeFormProps {
  lot: Lot;
  /** The viewer's standing maximum. */
  current: number | null;
  onClose: () => void;
  /** Whether the form asks to confirm an unusually high amount; the dialog's title changes with it. */
  onSuspicious: (suspicious: boolean) => void;
}

/** The maximum, its cost with the commission, and the buttons that place and withdraw it. */
export function AbsenteeForm({ lot, current, onClose, onSuspicious }: AbsenteeFormProps) {
  const form = useAbsenteeForm({ lot, current, onClose });
  const { value, overbet, busy, placing } = form;
  const { currency, minBet } = lot.price;
  const action = actionOn(current, value);
  const amount = value !== null && form.valid ? price(value, currency) : null;
  // A limit being sent keeps the form, which shows the outcome.
  if (isEnded(lot) && !busy) {
    return (
      <Held>
        <Ended lot={lot} onClose={onClose} />
      </Held>
    );
  }
  if (form.asking && value !== null) {
    return (
      <Held>
        <DoubleCheck
          lot={lot}
          value={value}
          minimum={minBet}
          onBack={form.takeBackQuestion}
          onConfirm={() => form.send(value)}
          onShown={onSuspicious}
        />
      </Held>
    );
  }
  return (
    <Held>
      <form onSubmit={form.submit} className={css.stack} noValidate>
        <LotHead lot={lot} />
        <p className="small muted">
          Это лимит, который видите только вы. Мы перебиваем соперников за вас на шаг, пока цена не выше
          лимита.
        </p>
        {current !== null && (
          <Standing {...limitWords(lot, current)} title={`Ваш лимит ${price(current, currency)}`} />
        )}
        {overbet !== null && <Overbet text={overbet} minimum={minBet} currency={currency} />}
        <AmountField
          label="Лимит заочной ставки"
          value={value}
          onChange={form.change}
          options={form.options}
          nearest={form.nearest}
          currency={currency}
          error={form.error}
          disabled={busy}
          isReturn={form.isReturn}
        />
        {form.valid && value !== null && (
          <BidSum label="Лимит" value={value} commission={lot.commission} currency={currency} />
        )}
        <Button
          type="submit"
          variant="bid"
          fullWidth
          className={css.confirm}
          disabled={!busy && form.idle}
          data-pending={placing || undefined}
          aria-busy={placing}
        >
          {placing
            ? "ОТПРАВЛЯЕТСЯ"
            : amount === null || value === current
              ? action
              : `${action} ${current === null ? "" : "до "}${amount}`}
        </Button>
        {current !== null && (
          <>
            <Button fullWidth onClick={form.takeBack} disabled={form.bound || busy}>
              Отозвать заочную ставку
            </Button>
            {form.bound && <p className="caption">Пока вы лидируете, заочную ставку нельзя отозвать.</p>}
          </>
        )}
      </form>
    </Held>
  );
}

/** What the limit will do. */
function limitWords(lot: Lot, limit: number): Omit<ComponentProps<typeof Standing>, "title"> {
  if (isLeader(lot)) return { tone: "leading", detail: "Вы лидируете" };
  if (limitStands(lot, limit)) return { tone: "plain", icon: "limit", detail: limitActs(lot) };
  return { tone: "outbid", detail: "Цена уже выше лимита" };
}

function actionOn(current: number | null, value: number | null): string {
  if (current === null) return "Оставить заочную ставку";
  if (value === null || value === current) return "Изменить";
  return value < current ? "Уменьшить" : "Увеличить";
}
