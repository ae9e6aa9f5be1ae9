import { Menu, NumberInput, ScrollArea } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Icon } from "@/components/Icon/Icon";
import { currencySign, price } from "@/lib/format";
import css from "./bid.module.css";

/** Amounts that stand beside the field; the rest are in a list. */
const CHIPS = 3;

/** More digits than any valid amount; longer numbers would lose precision. */
const DIGITS = 15;

interface AmountFieldProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  options: readonly number[];
  /** Instead of all of them, where the amount cannot be bid. */
  nearest: readonly number[] | null;
  currency: number;
  error: string | null;
  disabled: boolean;
  /** The bidder has come back from the question to change the amount. */
  isReturn: boolean;
}

/** An amount: typed in whole units, or taken from those offered. */
export function AmountField({
  label,
  value,
  onChange,
  options,
  nearest,
  currency,
  error,
  disabled,
  isReturn,
}: AmountFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isReturn) return;
    field.current?.focus();
    field.current?.select();
  }, [isReturn]);
  const chips = nearest ?? options.slice(0, CHIPS);
  const rest = nearest ? [] : options.slice(CHIPS);
  return (
    <div>
      <NumberInput
        ref={field}
        label={label}
        value={value ?? ""}
        onChange={(next) => onChange(typeof next === "number" ? next : next === "" ? null : Number(next))}
        allowDecimal={false}
        allowNegative={false}
        allowLeadingZeros={false}
        isAllowed={({ value: digits }) => digits.length <= DIGITS}
        thousandSeparator={"\u00a0"}
        suffix={`\u00a0${currencySign(currency)}`}
        inputMode="numeric"
        autoComplete="off"
        classNames={{ input: css.amount }}
        disabled={disabled}
        // What is typed then replaces the amount that was filled in.
        selectAllOnFocus
        error={
          error && (
            <span className={css.error}>
              <Icon name="warn" size="s" />
              {error}
            </span>
          )
        }
        errorProps={{ role: "alert" }}
        data-autofocus
        // The dialog focuses `data-autofocus` when it opens, which may be before this field mounts.
        autoFocus
      />
      <fieldset className={css.chips} disabled={disabled}>
        <legend className={nearest ? css.nearest : "sr"}>
          {nearest ? "Ближайшие суммы" : "Готовые суммы"}
        </legend>
        {chips.map((option) => (
          <button
            key={option}
            type="button"
            className={css.chip}
            aria-pressed={option === value}
            onClick={() => onChange(option)}
          >
            {price(option, currency)}
          </button>
        ))}
        {rest.length > 0 && (
          <Menu position="bottom-start" withinPortal>
            <Menu.Target>
              <button type="button" className={css.chip} disabled={disabled}>
                Ещё {rest.length}
                <Icon name="chev" size="s" />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              <ScrollArea.Autosize mah="40vh" type="auto">
                {rest.map((option) => (
                  <Menu.Item key={option} className="num" onClick={() => onChange(option)}>
                    {price(option, currency)}
                  </Menu.Item>
                ))}
              </ScrollArea.Autosize>
            </Menu.Dropdown>
          </Menu>
        )}
      </fieldset>
    </div>
  );
}
