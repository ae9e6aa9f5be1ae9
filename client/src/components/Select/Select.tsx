import { InputBase, type SelectProps } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Icon } from "@/components/Icon/Icon";
import css from "./Select.module.css";

const load = () => import("./Dropdown");
const Dropdown = lazy(load);

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
  const { value, label, className, disabled, "aria-label": ariaLabel } = props;
  const closed = (
    <InputBase
      component="button"
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      pointer
      className={className}
      classNames={{ input: css.closed }}
      label={label}
      aria-label={ariaLabel}
      disabled={disabled}
      rightSection={<Icon name="chev" size="s" />}
      rightSectionPointerEvents="none"
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
    </InputBase>
  );
  if (!opened) return closed;
  return (
    <Suspense fallback={closed}>
      <Dropdown data={data} {...props} />
    </Suspense>
  );
}
