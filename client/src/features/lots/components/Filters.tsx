import { Checkbox, Radio } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import type { Category } from "@/lib/api/types";
import { type LotFilter, scopes, statuses, types } from "../model/filter";
import css from "./Filters.module.css";

/** The groups of filters a page offers. */
export interface FilterGroups {
  /** Categories to choose from; none on the page of one category. */
  categories?: readonly Category[];
  withTypes?: boolean;
  withScopes?: boolean;
  withStatuses?: boolean;
}

interface FiltersProps extends FilterGroups {
  filter: LotFilter;
  onChange: (changes: Record<string, string | readonly number[] | null>) => void;
}

const SHOWN_CATEGORIES = 8;

/** The filters of a lot list. Each applies at once. */
export function Filters({
  filter,
  categories = [],
  withTypes = true,
  withScopes = true,
  withStatuses = true,
  onChange,
}: FiltersProps) {
  const [all, setAll] = useState(false);
  const chosenBelow = categories.slice(SHOWN_CATEGORIES).some((c) => filter.cats.includes(c.id));
  const shown = all || chosenBelow ? categories : categories.slice(0, SHOWN_CATEGORIES);
  return (
    <>
      {categories.length > 0 && (
        <CheckGroup
          legend="Категория"
          options={shown.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={filter.cats}
          onChange={(cats) => onChange({ cats })}
        >
          {shown.length < categories.length && (
            <button type="button" className={css.more} onClick={() => setAll(true)}>
              Ещё {categories.length - shown.length}
            </button>
          )}
        </CheckGroup>
      )}
      {withTypes && (
        <CheckGroup
          legend="Вид торгов"
          options={types}
          chosen={filter.types}
          onChange={(chosen) => onChange({ types: chosen })}
        />
      )}
      {withScopes && (
        <RadioGroup
          legend="Где искать"
          options={[{ value: null, label: "Везде" }, ...scopes]}
          chosen={filter.scope}
          onChange={(state) => onChange({ state })}
        />
      )}
      {withStatuses && (
        <RadioGroup
          legend="Состояние"
          options={statuses}
          chosen={filter.status}
          onChange={(status) => onChange({ status: status === "all" ? null : status })}
        />
      )}
    </>
  );
}

interface GroupProps<T> {
  legend: string;
  options: readonly { value: T; label: string }[];
}

interface CheckGroupProps extends GroupProps<number> {
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  children?: ReactNode;
}

function CheckGroup({ legend, options, chosen, onChange, children }: CheckGroupProps) {
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={() => onChange(toggled(chosen, value))}
        />
      ))}
      {children}
    </fieldset>
  );
}

interface RadioGroupProps<T> extends GroupProps<T> {
  chosen: T;
  onChange: (chosen: T) => void;
}

function RadioGroup<T extends string | null>({ legend, options, chosen, onChange }: RadioGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <Radio
          key={label}
          name={name}
          label={label}
          checked={chosen === value}
          onChange={() => onChange(value)}
        />
      ))}
    </fieldset>
  );
}

function toggled(list: readonly number[], value: number): number[] {
  return list.includes(value) ? list.filter((v) => v !== value) : [...list, value];
}
