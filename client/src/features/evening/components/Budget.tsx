import { TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { Price } from "@/components/Price/Price";
import { ABOVE_MAX, MAX_AMOUNT } from "@/lib/amounts";
import type { User } from "@/lib/api/types";
import { count, currencySign, plural, price, thousands } from "@/lib/format";
import { catchFocus } from "@/lib/lostFocus";
import type { EveningMoney } from "@/trade/rules/evening";
import { useBudget } from "../model/budget";
import css from "./EveningPage.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;

interface BudgetProps {
  user: User;
  money: EveningMoney;
  /** It explains what a budget is for; those of other currencies need not. */
  isFirst: boolean;
}

/**
 * What the evening has cost, may still cost, and would cost if every lot was won, beside what the user wants to spend. Above
 * the lots, on a narrow screen, it is one line that opens.
 */
export function Budget({ user, money, isFirst }: BudgetProps) {
  const { currency, spent, lots, held, all, others } = money;
  const [budget, setBudget] = useBudget(user.id, currency);
  const [editing, setEditing] = useState(false);
  const isAbove = useMediaQuery("(max-width: 68.75em)", false, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const isEdited = useRef(false);
  const sum = (value: number) => price(value, currency);
  /** Moves the focus to the edit button once it replaces the form. */
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (!button || !isEdited.current) return;
    isEdited.current = false;
    catchFocus(button);
  };
  const free = budget === null ? null : budget - spent - held;
  const over = budget === null ? 0 : all - budget;
  const heading = `budget-${currency}`;
  const name = <span id={heading}>Бюджет вечера{currency === 0 ? "" : `, ${currencySign(currency)}`}</span>;
  const edit = !editing && (
    <Button variant="quiet" size="sm" ref={takeFocus} onClick={() => setEditing(true)}>
      {budget === null ? "Указать" : "Изменить"}
    </Button>
  );
  return (
    <section className={css.panel} aria-labelledby={heading}>
      <div className={css.panelHead}>
        <h2>
          {isAbove ? (
            <button
              type="button"
              className={css.fold}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              {name}
              {!opened && <Summary free={free} taken={spent + held} sum={sum} />}
              <Icon name="chev" size="s" />
            </button>
          ) : (
            name
          )}
        </h2>
        {!isAbove && edit}
      </div>
      {(opened || !isAbove) && (
        <>
          {editing ? (
            <BudgetForm
              budget={budget}
              currency={currency}
              onDone={(next) => {
                setBudget(next);
                setEditing(false);
                isEdited.current = true;
              }}
            />
          ) : budget !== null && free !== null ? (
            <>
              {free < 0 ? (
                <p className={css.beyond}>
                  <Icon name="warn" size="s" />
                  Ставки и лимиты больше бюджета на
                </p>
              ) : (
                <p className="caption">Ещё можно потратить</p>
              )}
              <Price
                className={free < 0 ? css.beyond : undefined}
                value={Math.abs(free)}
                currency={currency}
                size="lg"
              />
              <p className="caption num">из {sum(budget)}, всё с комиссией</p>
              <Bar budget={budget} spent={spent} held={held} sum={sum} />
            </>
          ) : (
            isFirst && (
              <p className="small muted">
                Укажите, сколько готовы потратить, и мы покажем, сколько осталось. Ставок это не ограничивает.
              </p>
            )
          )}
          <dl className={css.sums}>
            <dt>
              <span className={css.key} data-part="spent" />
              {lots === 0 ? "Потрачено" : `Потрачено, ${count(lots, LOTS)}`}
            </dt>
            <dd>{sum(spent)}</dd>
            <dt>
              <span className={css.key} data-part="held" />В ставках и лимитах
            </dt>
            <dd>{sum(held)}</dd>
            <dt className={css.all}>Если выиграть всё</dt>
            <dd className={css.all}>{sum(all)}</dd>
          </dl>
          <p className="caption">
            {others > 0 &&
              `Считая ещё ${count(others, LOTS)} по ${plural(others, ["нынешней цене", "нынешним ценам", "нынешним ценам"])}. `}
            Все суммы с комиссией.
          </p>
          {over > 0 && <p className={css.over}>На {sum(over)} больше бюджета</p>}
          {isAbove && edit}
        </>
      )}
    </section>
  );
}

interface SummaryProps {
  /** What is left of the budget; null without one. */
  free: number | null;
  taken: number;
  sum: (value: number) => string;
}

/** The budget in a few words. */
function Summary({ free, taken, sum }: SummaryProps) {
  if (free === null) return <span className="num">занято {sum(taken)}</span>;
  if (free < 0) return <span className={`num ${css.beyond}`}>сверх бюджета {sum(-free)}</span>;
  return <span className="num">свободно {sum(free)}</span>;
}

interface BarProps {
  budget: number;
  spent: number;
  held: number;
  sum: (value: number) => string;
}

/** How the budget is used. Amounts beyond it are a separate segment, and the whole bar then stands for more than the budget. */
function Bar({ budget, spent, held, sum }: BarProps) {
  const free = budget - spent - held;
  const paid = Math.min(spent, budget);
  const part = (value: number) => ({ width: `${(value / Math.max(budget, spent + held)) * 100}%` });
  const rest = free < 0 ? `сверх бюджета ${sum(-free)}` : `свободно ${sum(free)}`;
  return (
    <div
      className={css.bar}
      role="img"
      aria-label={`Потрачено ${sum(spent)}, в ставках и лимитах ${sum(held)}, ${rest}`}
    >
      <i data-part="spent" style={part(paid)} />
      <i data-part="held" style={part(Math.min(held, budget - paid))} />
      {free < 0 && <i data-part="beyond" style={part(-free)} />}
    </div>
  );
}

interface BudgetFormProps {
  budget: number | null;
  currency: number;
  /** Null: no budget. */
  onDone: (budget: number | null) => void;
}

function BudgetForm({ budget, currency, onDone }: BudgetFormProps) {
  const [typed, setTyped] = useState(budget === null ? "" : thousands(budget));
  const sum = Number(typed.replace(/\D/g, ""));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (sum <= MAX_AMOUNT) onDone(sum || null);
  };
  return (
    <form
      className={css.form}
      onSubmit={save}
      onKeyDown={(event) => event.key === "Escape" && onDone(budget)}
    >
      <TextInput
        label={`Сколько готовы потратить, ${currencySign(currency)}`}
        description="С комиссией. Хранится только на этом устройстве. Пустое поле убирает бюджет."
        error={sum > MAX_AMOUNT && ABOVE_MAX}
        inputMode="numeric"
        autoFocus
        maxLength={19}
        value={typed}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const digits = value.replace(/\D/g, "");
          // Typing letters keeps the sum. Only clearing the field removes it.
          if (digits || value === "") setTyped(digits && thousands(Number(digits)));
        }}
      />
      <Button type="submit" size="sm">
        Сохранить
      </Button>
    </form>
  );
}
