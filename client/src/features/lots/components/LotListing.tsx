import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, Suspense, useState } from "react";
import { lazyDialog, lazyPart } from "@/components/LazyPart/lazyPart";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { LotSearch, LotShort } from "@/lib/api/types";
import { LotSorting } from "@/trade/enums";
import type { Status } from "../model/filter";
import { useLotList } from "../model/useLotList";
import { ChosenFilters } from "./ChosenFilters";
import { FilterButton } from "./FilterButton";
import { FilterDrawer } from "./FilterDrawer";
import type { FilterGroups } from "./Filters";
import { FoundLots } from "./FoundLots";
import { ListingToolbar } from "./ListingToolbar";
import css from "./LotListing.module.css";
import { StatusTabs } from "./StatusTabs";

const loadFilters = () => import("./Filters");
const Filters = lazyDialog(loadFilters);
// Only beside a search.
const MeantSearch = lazyPart(async () => ({ default: (await import("./MeantSearch")).MeantSearch }));
const FoundCategories = lazyPart(async () => ({ default: (await import("./MeantSearch")).FoundCategories }));

const STATUSES: readonly Status[] = ["open", "trading", "sold", "notsold", "all"];

interface LotListingProps extends FilterGroups {
  /** Filters fixed by the page, such as its category. The viewer cannot change them. */
  fixed?: LotSearch;
  /** The tabs above the list, the first of them unless one is chosen; none where nobody bids. */
  statuses?: readonly Status[];
  /** The order unless another is chosen; the newest first by default. */
  order?: number;
  /** A lot as it is now, for lists that follow a sale. */
  show?: (lot: LotShort) => LotShort;
  empty?: ReactNode;
}

/** A list of lots with its filters in the address. */
export function LotListing({
  fixed,
  statuses = STATUSES,
  order = LotSorting.CreatedDesc,
  show,
  empty,
  ...groups
}: LotListingProps) {
  const lots = useLotList(fixed, { order, status: statuses[0] ?? "all" });
  const [drawer, setDrawer] = useState(false);
  // As in LotListing.module.css: where they do not fit beside the list, their code is loaded with the drawer.
  const narrow = useMediaQuery("(max-width: 62.5em)", false, { getInitialValueInEffect: false });
  const { filter, typed, change, chosen, list, counts, isCounting, isNothing } = lots;

  const filters = (
    <Suspense fallback={<Skeleton h={480} aria-busy />}>
      <Filters filter={filter} counts={counts} isCounting={isCounting} onChange={change} {...groups} />
    </Suspense>
  );
  return (
    <>
      <div className={css.search}>
        <SearchInput
          className={css.field}
          label="Поиск лотов"
          placeholder="Найти лот"
          value={typed}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
        <FilterButton
          count={chosen.length}
          onReach={() => void loadFilters()}
          onClick={() => setDrawer(true)}
        />
      </div>
      {filter.search && (
        <div className={css.besides}>
          <Suspense fallback={null}>
            {!fixed && !isNothing && <FoundCategories search={filter.search} />}
            <MeantSearch {...lots} />
          </Suspense>
        </div>
      )}
      <div className={css.listing}>
        <aside className={css.filters} aria-label="Фильтры">
          {!narrow && filters}
        </aside>
        <section aria-label="Лоты">
          {statuses.length > 0 && <StatusTabs lots={lots} shown={statuses} />}
          <ListingToolbar {...lots} />
          <ChosenFilters {...lots} />
          <FoundLots lots={lots} show={show} empty={empty} />
        </section>
      </div>
      <FilterDrawer opened={drawer} onClose={() => setDrawer(false)} total={list.data?.totalCount}>
        {filters}
      </FilterDrawer>
    </>
  );
}
