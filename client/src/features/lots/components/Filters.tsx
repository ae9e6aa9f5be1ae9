import { Checkbox, Radio } from "@mantine/core";
import { useId, useState } from "react";
import { withMantine } from "@/components/Mantine/Mantine";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { Category, LotCounts } from "@/lib/api/types";
import { capitalized, thousands } from "@/lib/format";
import { type LotFilter, materialsToAddress, scopes, types } from "../model/filter";
import { ALL_PERIODS, periodLabel } from "../model/periods";
import css from "./Filters.module.css";
import { PriceFilter } from "./PriceFilter";

/** The groups of filters a page offers. */
export interface FilterGroups {
  /** Categories to choose from; none on the page of one category. */
  categories?: readonly Category[];
  withTypes?: boolean;
  withScopes?: boolean;
  /** None on the page of one house. */
  withHouses?: boolean;
}

interface FiltersProps extends FilterGroups {
  filter: LotFilter;
  /** How many lots have each value; undefined while that loads, and where it could not be read. */
  counts: LotCounts | undefined;
  isCounting: boolean;
  onChange: (changes: Record<string, string | readonly number[] | null>) => void;
}

/** The values shown of a long group. */
const SHOWN = 8;

/** The filters of a lot list. Each applies at once. */
function Filters({
  filter,
  counts,
  isCounting,
  categories = [],
  withTypes = true,
  withScopes = true,
  withHouses = true,
  onChange,
}: FiltersProps) {
  const isExact = counts?.isExact ?? true;
  // Of very many lots only some are counted, so a value that none of them has may have lots.
  const counted = <T,>(value: T, label: string, found: { count: number } | undefined) => ({
    value,
    label,
    count: counts && (found?.count || (isExact ? 0 : undefined)),
  });
  const houses = withOthers(counts?.houses.map(({ id }) => id) ?? [], filter.houses);
  const periods = withOthers(
    isExact ? (counts?.periods.map(({ from }) => from) ?? []) : ALL_PERIODS,
    filter.periods,
  );
  const materials = withOthers(counts?.materials.map(({ name }) => name) ?? [], filter.materials);
  return (
    <>
      {categories.length > 0 && (
        <CheckGroup
          legend="Категория"
          options={categories.map(({ id, name }) =>
            counted(
              id,
              name,
              counts?.categories.find((found) => found.id === id),
            ),
          )}
          isExact={isExact}
          chosen={filter.cats}
          onChange={(cats) => onChange({ cats })}
        />
      )}
      {isCounting && <Skeleton className={css.pricePlace} />}
      {counts && <PriceFilter filter={filter} prices={counts.prices} onChange={onChange} />}
      {withTypes && (
        <CheckGroup
          legend="Вид торгов"
          options={types.map(({ value, label }) =>
            counted(
              value,
              label,
              counts?.catalogTypes.find((found) => found.catalogType === value),
            ),
          )}
          isExact={isExact}
          chosen={filter.types}
          onChange={(chosen) => onChange({ types: chosen })}
        />
      )}
      {periods.length > 0 && (
        <CheckGroup
          legend="Период"
          options={periods
            .toSorted((a, b) => a - b)
            .map((from) =>
              counted(
                from,
                periodLabel(from),
                counts?.periods.find((found) => found.from === from),
              ),
            )}
          isExact={isExact}
          chosen={filter.periods}
          onChange={(chosen) => onChange({ periods: chosen })}
        />
      )}
      {materials.length > 0 && (
        <CheckGroup
          legend="Материал"
          options={materials.map((name) =>
            counted(
              name,
              capitalized(name),
              counts?.materials.find((found) => found.name === name),
            ),
          )}
          isExact={isExact}
          chosen={filter.materials}
          onChange={(chosen) => onChange({ materials: materialsToAddress(chosen) })}
        />
      )}
      {withHouses && houses.length > 1 && (
        <CheckGroup
          legend="Дом"
          options={houses.map((id) => {
            const house = counts?.houses.find((found) => found.id === id);
            return counted(id, house?.nameRu ?? "Дом", house);
          })}
          isExact={isExact}
          chosen={filter.houses}
          onChange={(chosen) => onChange({ houses: chosen })}
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
    </>
  );
}

/** The counted values, and those chosen that no lot has. */
function withOthers<T>(counted: readonly T[], chosen: readonly T[]): T[] {
  return [...new Set([...counted, ...chosen])];
}

interface GroupProps<T> {
  legend: string;
  options: readonly { value: T; label: string }[];
}

interface CheckGroupProps<T> {
  legend: string;
  /** `count`: the lots with the value; undefined while that loads. */
  options: readonly { value: T; label: string; count: number | undefined }[];
  /** Whether the counts are the numbers of lots, not the least that there are. */
  isExact: boolean;
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
}

function CheckGroup<T extends string | number>(props: CheckGroupProps<T>) {
  const { legend, options, isExact, chosen, onChange } = props;
  const [all, setAll] = useState(false);
  const chosenBelow = options.slice(SHOWN).some(({ value }) => chosen.includes(value));
  const shown = all || chosenBelow ? options : options.slice(0, SHOWN);
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      {shown.map(({ value, label, count }) => (
        <Checkbox
          key={value}
          className={css.option}
          label={
            <>
              <span>{label}</span>
              {count !== undefined && (
                <span className={`${css.count} num`}>
                  {thousands(count)}
                  {!isExact && "+"}
                </span>
              )}
            </>
          }
          checked={chosen.includes(value)}
          disabled={count === 0 && !chosen.includes(value)}
          onChange={() => onChange(toggled(chosen, value))}
        />
      ))}
      {shown.length < options.length && (
        <button type="button" className={css.more} onClick={() => setAll(true)}>
          Ещё {options.length - shown.length}
        </button>
      )}
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

function toggled<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((v) => v !== value) : [...list, value];
}

export default withMantine(Filters);
