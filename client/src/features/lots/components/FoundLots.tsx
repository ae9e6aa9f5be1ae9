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

// Loaded only when a search finds nothing.
const NothingFound = lazyPart(async () => ({ default: (await import("./NothingFound")).NothingFound }));
// Loaded only when none of the found lots is on sale.
const SoldInstead = lazyPart(async () => ({ default: (await import("./SoldInstead")).SoldInstead }));

interface FoundLotsProps {
  lots: LotList;
  show?: (lot: LotShort) => LotShort;
  /** In place of a list that is empty without any filter. */
  empty: ReactNode;
}

export function FoundLots({ lots, show, empty }: FoundLotsProps) {
  const { filter, list, meant } = lots;
  const items = useKeptPlaces(lots, show);
  return (
    <PagedList
      list={list}
      items={items}
      empty={<Empty lots={lots} unfiltered={empty} />}
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

/** Replaces an empty list. */
function Empty({ lots, unfiltered }: { lots: LotList; unfiltered: ReactNode }) {
  const { filter, change, elsewhere, isUnfiltered, isSettled } = lots;
  const skeleton = <LotGrid lots={undefined} columns={4} skeletons={8} />;
  if (!isSettled) return skeleton;
  if (elsewhere === 0) {
    if (isUnfiltered) return unfiltered;
    return (
      <Suspense fallback={skeleton}>
        <NothingFound lots={lots} />
      </Suspense>
    );
  }
  const all = { label: `Смотреть все: ${cappedCount(elsewhere)}`, onClick: () => change({ status: "all" }) };
  if (filter.status !== "open") {
    return <EmptyState title="На этой вкладке таких лотов нет" action={all} />;
  }
  return (
    <>
      <EmptyState title="Сейчас в продаже таких лотов нет" action={all}>
        Торги по ним завершены.
      </EmptyState>
      <Suspense fallback={null}>
        <SoldInstead search={lots.search} />
      </Suspense>
    </>
  );
}
