import { Select } from "@/components/Select/Select";
import { quoted } from "@/lib/format";
import { byRelevance, sortings } from "../model/filter";
import type { LotList } from "../model/useLotList";
import { lotsCount } from "../model/words";
import css from "./LotListing.module.css";
import { SaveSearch } from "./SaveSearch";

/** The number of lots found, and their order. */
export function ListingToolbar(lots: LotList) {
  const { filter, sorting, change, list, meant } = lots;
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
                по запросу {quoted(meant ?? filter.search)}
                <span className="only-wide">, с учётом форм слова</span>
              </span>
            )}
          </>
        )}
      </p>
      <SaveSearch {...lots} />
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
