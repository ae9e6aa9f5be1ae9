import { type ReactNode, Suspense } from "react";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { lazyPart } from "@/components/LazyPart/lazyPart";
import { PagedList } from "@/components/PagedList/PagedList";
import type { LotShort } from "@/lib/api/types";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { emptyFilter } from "../model/filter";
import { useKeptPlaces } from "../model/useKeptPlaces";
import type { LotList } from "../model/useLotList";
import { cappedCount } from "../model/words";
import css from "./LotListing.module.css";

// Only where nothing is on sale.
const SoldInstead = lazyPart(async () => ({ default: (await import("./SoldInstead")).SoldInstead }));

interface FoundLotsProps {
  lots: LotList;
  show?: (lot: LotShort) => LotShort;
  /** In place of a list that is empty without any filter. */
  empty: ReactNode;
}

export function FoundLots({ lots, show, empty }: FoundLotsProps) {
  const { filter, own, chosen, change, list, counts, meant } = lots;
  const items = useKeptPlaces(lots, show);
  const unfiltered = chosen.length === 0 && filter.status === own.status && !filter.search;
  const over = filter.status === "open" ? (counts?.states.all ?? 0) : 0;
  const nothing = (
    <EmptyState
      title="Ничего не нашлось"
      action={{
        label: chosen.length > 0 ? "Сбросить всё" : "Показать все лоты",
        onClick: () => change(emptyFilter),
      }}
    >
      {chosen.length > 0
        ? "Проверьте слова запроса или уберите часть фильтров."
        : "Проверьте слова запроса или попробуйте другие."}
    </EmptyState>
  );
  const ended = over > 0 && (
    <>
      <EmptyState
        title="Сейчас в продаже таких лотов нет"
        action={{ label: `Смотреть все: ${cappedCount(over)}`, onClick: () => change({ status: "all" }) }}
      >
        Торги по ним завершены.
      </EmptyState>
      <Suspense fallback={null}>
        <SoldInstead search={lots.search} />
      </Suspense>
    </>
  );
  return (
    <PagedList
      list={list}
      items={items}
      empty={ended || (unfiltered && empty) || nothing}
      dims
      className={css.results}
    >
      {(shown) => (
        <LotGrid
          lots={show ? shown?.map(show) : shown}
          columns={4}
          skeletons={8}
          highlight={meant ?? filter.search}
          eager={4}
          headingLevel={2}
          withSale={lots.search.catalogId === undefined}
        />
      )}
    </PagedList>
  );
}
