import { Suspense } from "react";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { lazyPart } from "@/components/LazyPart/lazyPart";
import { Select } from "@/components/Select/Select";
import { quoted } from "@/lib/format";
import { shownSearch } from "@/lib/searchText";
import { byRelevance, sortings } from "../model/filter";
import { narrows } from "../model/savedSearch";
import type { LotList } from "../model/useLotList";
import { lotsCount } from "../model/words";
import css from "./LotListing.module.css";

// The unfiltered list, which most visits begin with, does not need it.
const SaveSearch = lazyPart(async () => ({ default: (await import("./SaveSearch")).SaveSearch }));

/** Holds the button's place while it loads. */
const saving = (
  <Button
    variant="quiet"
    size="sm"
    leftSection={<Icon name="bell" />}
    className={css.waiting}
    aria-hidden
    tabIndex={-1}
  >
    Сохранить поиск
  </Button>
);

/** The number of lots found, and their order. */
export function ListingToolbar(lots: LotList) {
  const { filter, search, sorting, change, list, meant, isNothing } = lots;
  const total = list.data?.totalCount;
  const orders = filter.search ? [byRelevance, ...sortings] : sortings;
  return (
    <div className={css.toolbar}>
      <p className="small" role="status">
        {total !== undefined && (
          <>
            <b className={css.total}>{lotsCount(total)}</b>{" "}
            {filter.search && (
              <span className="muted">
                по запросу {quoted(shownSearch(meant ?? filter.search))}
                <span className="only-wide">, с учётом форм слова</span>
              </span>
            )}
          </>
        )}
      </p>
      {/* An empty list shows this button as its main action instead. */}
      {!isNothing && narrows(search) && (
        <Suspense fallback={saving}>
          <SaveSearch {...lots} />
        </Suspense>
      )}
      <div className={css.sort}>
        <Select
          className={css.order}
          aria-label="Порядок"
          data={orders.map(({ value, label }) => ({ value: String(value), label }))}
          value={String(sorting)}
          onChange={(value) => change({ sort: value })}
        />
      </div>
    </div>
  );
}
