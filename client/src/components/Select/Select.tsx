import type { SelectProps } from "@mantine/core";
import { Suspense, useId, useState } from "react";
import field from "../Field/Field.module.css";
import { Icon } from "../Icon/Icon";
import { lazyDialog } from "../LazyPart/lazyPart";
import css from "./Select.module.css";

const load = () => import("./Dropdown");
const Dropdown = lazyDialog(load);

type Option = { value: string; label: string };

interface Props extends Omit<SelectProps<string>, "data" | "value"> {
  data: readonly Option[];
  value: string;
}

/**
 * Mantine's Select for first-visit pages: renders only its closed look until opened, because positioned lists weigh more
 * than the rest of the page.
 */
export function Select({ data, ...props }: Props) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const { value, label, className, disabled, "aria-label": ariaLabel } = props;
  const closed = (
    <div className={className}>
      {label && (
        <label className={field.label} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={field.box}>
        <button
          id={id}
          type="button"
          role="combobox"
          className={`${field.input} ${css.closed}`}
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-label={ariaLabel}
          disabled={disabled}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => setOpened(true)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
            event.preventDefault();
            setOpened(true);
          }}
        >
          {data.find((option) => option.value === value)?.label}
        </button>
        <span className={field.end}>
          <Icon name="chev" size="s" />
        </span>
      </div>
    </div>
  );
  if (!opened) return closed;
  return (
    <Suspense fallback={closed}>
      <Dropdown data={data} {...props} />
    </Suspense>
  );
}
