import { type ReactNode, Suspense } from "react";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { lazyPart } from "@/components/LazyPart/lazyPart";
import { PagedList } from "@/components/PagedList/PagedList";
import type { LotShort } from "@/lib/api/types";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { useKeptPlaces } from "../model/useKeptPlaces";
import type { LotList } from "../model/useLotList";
import { cappedCount } from "../model/words";
import css from "./LotListing.module.css";

// Only where nothing is found.
const NothingFound = lazyPart(async () => ({ default: (await import("./NothingFound")).NothingFound }));
// Only where nothing is on sale.
const SoldInstead = lazyPart(async () => ({ default: (await import("./SoldInstead")).SoldInstead }));

interface FoundLotsProps {
  lots: LotList;
  show?: (lot: LotShort) => LotShort;
  /** In place of a list that is empty without any filter. */
  empty: ReactNode;
}

export function FoundLots({ lots, show, empty }: FoundLotsProps) {
  const { filter, change, list, elsewhere, isUnfiltered, meant } = lots;
  const items = useKeptPlaces(lots, show);
  const all = { label: `Смотреть все: ${cappedCount(elsewhere)}`, onClick: () => change({ status: "all" }) };
  const otherTab = <EmptyState title="На этой вкладке таких лотов нет" action={all} />;
  const ended = (
    <>
      <EmptyState title="Сейчас в продаже таких лотов нет" action={all}>
        Торги по ним завершены.
      </EmptyState>
      <Suspense fallback={null}>
        <SoldInstead search={lots.search} />
      </Suspense>
    </>
  );
  const nothing = (
    <Suspense fallback={null}>
      <NothingFound lots={lots} />
    </Suspense>
  );
  return (
    <PagedList
      list={list}
      items={items}
      empty={elsewhere > 0 ? (filter.status === "open" ? ended : otherTab) : isUnfiltered ? empty : nothing}
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
