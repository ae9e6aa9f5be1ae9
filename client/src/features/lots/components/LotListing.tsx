import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Chips, RemovableChip } from "@/components/Chip/Chip";
import { SideDialog } from "@/components/Dialog/Dialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Icon } from "@/components/Icon/Icon";
import { Pager } from "@/components/Pager/Pager";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { flatten, isSpecial, useClassificator, withChildren } from "@/lib/api/queries/classificator";
import type { Category, LotSearch } from "@/lib/api/types";
import { count, plural } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { searchOptions } from "../api/search";
import {
  byRelevance,
  emptyFilter,
  type LotFilter,
  readFilter,
  scopes,
  sortingOf,
  sortings,
  statuses,
  toSearch,
  types,
} from "../model/filter";
import { Filters } from "./Filters";
import css from "./LotListing.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;

interface LotListingProps {
  /** Filters fixed by the page, such as its category. The viewer cannot change them. */
  fixed?: LotSearch;
  /** Categories to choose from; undefined on the page of one category. */
  categories?: readonly Category[];
  withTypes?: boolean;
  withScopes?: boolean;
  withStatuses?: boolean;
  withSearch?: boolean;
  empty?: ReactNode;
}

/** A list of lots with its filters in the address. */
export function LotListing({
  fixed,
  categories,
  withTypes = true,
  withScopes = true,
  withStatuses = true,
  withSearch = true,
  empty,
}: LotListingProps) {
  const { params, change } = useAddress();
  const { data: classificator } = useClassificator();
  const filter = readFilter(params);
  const [drawer, setDrawer] = useState(false);

  const wide = categoryIdsOf(filter.cats, classificator ?? []);
  const list = useQuery(searchOptions({ ...toSearch(filter, wide), ...fixed }, filter.page, filter.pageSize));
  const chips = activeChips(filter, classificator ?? []);
  const total = list.data?.totalCount;
  const filters = (
    <Filters
      filter={filter}
      categories={categories}
      withTypes={withTypes}
      withScopes={withScopes}
      withStatuses={withStatuses}
      onChange={change}
    />
  );

  return (
    <>
      {withSearch && (
        <div className={css.search}>
          <SearchInput
            className={css.field}
            label="Поиск лотов"
            placeholder="Автор, название, номер лота"
            value={filter.search}
            onSearch={(text) => change({ search: text }, { replace: true })}
          />
          <FilterButton count={chips.length} onClick={() => setDrawer(true)} />
        </div>
      )}
      <div className={css.listing}>
        <aside className={css.filters} aria-label="Фильтры">
          {filters}
        </aside>
        <section aria-label="Лоты">
          <div className={css.toolbar}>
            <p className="small" role="status">
              {total !== undefined && (
                <>
                  <b className={css.total}>{count(total, LOTS)}</b>{" "}
                  {filter.search && (
                    <span className="muted">по запросу «{filter.search}», с учётом форм слова</span>
                  )}
                </>
              )}
            </p>
            <div className={css.sort}>
              {!withSearch && <FilterButton count={chips.length} onClick={() => setDrawer(true)} />}
              <Select
                className={css.order}
                aria-label="Порядок"
                data={[...(filter.search ? [byRelevance] : []), ...sortings].map((s) => ({
                  value: String(s.value),
                  label: s.label,
                }))}
                value={String(sortingOf(filter))}
                onChange={(value) => change({ sort: value })}
              />
            </div>
          </div>
          {chips.length > 0 && (
            <Chips label="Выбранные фильтры">
              {chips.map((chip) => (
                <RemovableChip key={chip.key} label={chip.label} onRemove={() => change(chip.without)} />
              ))}
              <Button
                variant="quiet"
                size="sm"
                onClick={() => change({ ...emptyFilter, search: filter.search })}
              >
                Сбросить всё
              </Button>
            </Chips>
          )}
          {list.error ? (
            <Fault error={list.error} retry={() => void list.refetch()} />
          ) : list.data?.items.length === 0 ? (
            chips.length === 0 && !filter.search && empty ? (
              empty
            ) : (
              <EmptyState
                title="Ничего не нашлось"
                action={{ label: "Сбросить всё", onClick: () => change(emptyFilter) }}
              >
                Проверьте слова запроса или уберите часть фильтров.
              </EmptyState>
            )
          ) : (
            <div className={css.results} data-stale={list.isPlaceholderData || undefined}>
              <LotGrid
                lots={list.data?.items}
                columns={4}
                skeletons={8}
                highlight={filter.search}
                eager={4}
                headingLevel={2}
              />
              {list.data && <Pager page={list.data.currentPage} pages={list.data.totalPages} />}
            </div>
          )}
        </section>
      </div>
      <SideDialog
        opened={drawer}
        onClose={() => setDrawer(false)}
        title="Фильтры"
        position="bottom"
        size="92%"
        className={css.drawer}
      >
        {filters}
        <div className={css.apply}>
          <Button variant="bid" fullWidth onClick={() => setDrawer(false)}>
            {total === undefined ? "Показать" : `Показать ${count(total, LOTS)}`}
          </Button>
        </div>
      </SideDialog>
    </>
  );
}

function FilterButton({ count: chosen, onClick }: { count: number; onClick: () => void }) {
  return (
    <Button
      className={css.open}
      size="sm"
      onClick={onClick}
      leftSection={<Icon name="filter" />}
      aria-label={
        chosen > 0 ? `Фильтры, ${plural(chosen, ["выбран", "выбрано", "выбрано"])} ${chosen}` : "Фильтры"
      }
    >
      {chosen > 0 ? chosen : null}
    </Button>
  );
}

/** The chosen categories with all their subcategories. */
function categoryIdsOf(chosen: readonly number[], classificator: readonly Category[]): number[] {
  if (chosen.length === 0) return [];
  const known = flatten(classificator).filter((c) => chosen.includes(c.id));
  return known.length > 0 ? [...new Set(known.flatMap(withChildren))] : [...chosen];
}

interface ActiveChip {
  key: string;
  label: string;
  without: Record<string, readonly number[] | null>;
}

function activeChips(filter: LotFilter, classificator: readonly Category[]): ActiveChip[] {
  const all = flatten(classificator);
  const chips: ActiveChip[] = [];
  for (const id of filter.cats) {
    const label = all.find((c) => c.id === id)?.name;
    if (label) chips.push({ key: `cat${id}`, label, without: { cats: filter.cats.filter((c) => c !== id) } });
  }
  for (const type of filter.types) {
    const label = types.find((t) => t.value === type)?.label ?? "";
    chips.push({ key: `type${type}`, label, without: { types: filter.types.filter((t) => t !== type) } });
  }
  if (filter.scope) {
    const label = scopes.find((s) => s.value === filter.scope)?.label ?? "";
    chips.push({ key: "scope", label, without: { state: null } });
  }
  if (filter.status !== "all") {
    const label = statuses.find((s) => s.value === filter.status)?.label ?? "";
    chips.push({ key: "status", label, without: { status: null } });
  }
  return chips;
}

/** The categories of a filter: the top level, without special ones. */
export function useTopCategories(): readonly Category[] {
  const { data } = useClassificator();
  return data?.filter((c) => !isSpecial(c)) ?? [];
}
