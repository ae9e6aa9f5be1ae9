import { Checkbox, Radio } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import type { Category } from "@/lib/api/types";
import { type LotFilter, scopes, statuses, types } from "../model/filter";
import css from "./Filters.module.css";

interface FiltersProps {
  filter: LotFilter;
  categories?: readonly Category[];
  withTypes: boolean;
  withScopes: boolean;
  withStatuses: boolean;
  onChange: (changes: Record<string, string | readonly number[] | null>) => void;
}

const SHOWN_CATEGORIES = 8;

/** The filters of a lot list. Each applies at once. */
export function Filters({
  filter,
  categories = [],
  withTypes,
  withScopes,
  withStatuses,
  onChange,
}: FiltersProps) {
  const name = useId();
  const [all, setAll] = useState(false);
  const chosenBelow = categories.slice(SHOWN_CATEGORIES).some((c) => filter.cats.includes(c.id));
  const shown = all || chosenBelow ? categories : categories.slice(0, SHOWN_CATEGORIES);
  return (
    <>
      {categories.length > 0 && (
        <Group legend="Категория">
          {shown.map((category) => (
            <Checkbox
              key={category.id}
              label={category.name}
              checked={filter.cats.includes(category.id)}
              onChange={() => onChange({ cats: toggled(filter.cats, category.id) })}
            />
          ))}
          {shown.length < categories.length && (
            <button type="button" className={css.more} onClick={() => setAll(true)}>
              Ещё {categories.length - shown.length}
            </button>
          )}
        </Group>
      )}
      {withTypes && (
        <Group legend="Вид торгов">
          {types.map((type) => (
            <Checkbox
              key={type.value}
              label={type.label}
              checked={filter.types.includes(type.value)}
              onChange={() => onChange({ types: toggled(filter.types, type.value) })}
            />
          ))}
        </Group>
      )}
      {withScopes && (
        <Group legend="Где искать">
          <Radio
            name={`${name}scope`}
            label="Везде"
            checked={filter.scope === null}
            onChange={() => onChange({ state: null })}
          />
          {scopes.map((scope) => (
            <Radio
              key={scope.value}
              name={`${name}scope`}
              label={scope.label}
              checked={filter.scope === scope.value}
              onChange={() => onChange({ state: scope.value })}
            />
          ))}
        </Group>
      )}
      {withStatuses && (
        <Group legend="Состояние">
          {statuses.map((status) => (
            <Radio
              key={status.value}
              name={`${name}status`}
              label={status.label}
              checked={filter.status === status.value}
              onChange={() => onChange({ status: status.value === "all" ? null : status.value })}
            />
          ))}
        </Group>
      )}
    </>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

function toggled(list: readonly number[], value: number): number[] {
  return list.includes(value) ? list.filter((v) => v !== value) : [...list, value];
}
