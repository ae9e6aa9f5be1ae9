import type { ReactNode } from "react";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { PagedList } from "@/components/PagedList/PagedList";
import type { LotShort } from "@/lib/api/types";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { emptyFilter } from "../model/filter";
import type { LotList } from "../model/useLotList";
import css from "./LotListing.module.css";

interface FoundLotsProps {
  lots: LotList;
  show?: (lot: LotShort) => LotShort;
  /** In place of a list that is empty without any filter. */
  empty: ReactNode;
}

export function FoundLots({ lots: { filter, chosen, change, list, meant }, show, empty }: FoundLotsProps) {
  const unfiltered = chosen.length === 0 && filter.status === "all" && !filter.search;
  const nothing = (
    <EmptyState
      title="Ничего не нашлось"
      action={{ label: "Сбросить всё", onClick: () => change(emptyFilter) }}
    >
      Проверьте слова запроса или уберите часть фильтров.
    </EmptyState>
  );
  return (
    <PagedList list={list} empty={(unfiltered && empty) || nothing} dims className={css.results}>
      {(items) => (
        <LotGrid
          lots={show ? items?.map(show) : items}
          columns={4}
          skeletons={8}
          highlight={meant ?? filter.search}
          eager={4}
          headingLevel={2}
        />
      )}
    </PagedList>
  );
}
