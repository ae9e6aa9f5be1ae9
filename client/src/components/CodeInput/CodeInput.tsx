import { type Ref, useId } from "react";
import { Icon } from "../Icon/Icon";
import css from "./CodeInput.module.css";

interface CodeInputProps {
  length: number;
  value: string;
  onChange: (digits: string) => void;
  /** Called once all digits are there. */
  onComplete: (code: string) => void;
  error?: string;
  disabled?: boolean;
  /** The id of the text that says where the code is. */
  describedBy?: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A one-time code: one real field under drawn boxes, so that autofill, paste and the keyboard work as in any field.
 */
export function CodeInput(props: CodeInputProps) {
  const { length, value, onChange, onComplete, error, disabled, describedBy, ref } = props;
  const errorId = useId();
  const places = Array.from({ length }, (_, place) => place);
  const current = Math.min(value.length, length - 1);
  return (
    <div>
      <div className={css.code} data-length={length} data-error={error ? true : undefined}>
        <input
          ref={ref}
          className={css.input}
          aria-label={`Код из ${length} цифр`}
          aria-invalid={error ? true : undefined}
          aria-describedby={[describedBy, error && errorId].filter(Boolean).join(" ") || undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          maxLength={length}
          value={value}
          readOnly={disabled}
          onChange={(e) => {
            const digits = e.currentTarget.value.replace(/\D/g, "").slice(0, length);
            if (digits === value) return;
            onChange(digits);
            if (digits.length === length) onComplete(digits);
          }}
          onPaste={(e) => {
            // maxLength would cut a pasted «Код: 319042» before its digits.
            e.preventDefault();
            const digits = e.clipboardData.getData("text").replace(/\D/g, "").slice(0, length);
            onChange(digits);
            if (digits.length === length) onComplete(digits);
          }}
        />
        <span className={css.boxes} aria-hidden="true">
          {places.map((place) => (
            <span key={place} className={css.box} data-current={place === current || undefined}>
              {value[place] ?? ""}
            </span>
          ))}
        </span>
      </div>
      {error && (
        <p className={css.error} id={errorId} role="alert">
          <Icon name="warn" size="s" />
          {error}
        </p>
      )}
    </div>
  );
}
