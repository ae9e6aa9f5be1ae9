import type { DataTag, QueryClient, QueryKey, SetDataOptions } from "@tanstack/react-query";
import { catalogsOptions } from "@/features/auctions/api/catalogs";
import { kindAt, listOf } from "@/features/auctions/model/kinds";
import { bannersOptions, salesOptions } from "@/features/home/api/home";
import { countsOptions, searchOptions } from "@/features/lots/api/search";
import { auctionList, readFilter, toSearch } from "@/features/lots/model/filter";
import { newsOptions } from "@/features/news/api/news";
import { configOptions } from "@/lib/api/queries/config";
import type {
  Banner,
  Catalog,
  CatalogShort,
  Category,
  Config,
  FoundLot,
  House,
  Lot,
  LotCounts,
  LotShort,
  NewsShort,
  Page,
} from "@/lib/api/types";
import { sessionOptions } from "@/lib/auth/session";
import { readToken } from "@/lib/auth/token";
import { observeServerTime } from "@/lib/clock";
import { catalogOptions, houseOptions } from "@/trade/api/catalog";
import { classificatorOptions } from "@/trade/api/classificator";
import { lotOptions, saleLotsOptions } from "@/trade/api/lots";
import { myOrdersOptions } from "@/trade/api/myOrders";
import { LotSorting } from "@/trade/enums";
import { isRunning } from "@/trade/rules/trading";

/** The answers that the server wrote into the page's first HTML (`api/src/pages/first.rs`), as a visitor gets them. */
interface FirstAnswers {
  config?: Config;
  categories?: Category[];
  /** The first page of the list of sales at this address. */
  sales?: Page<CatalogShort>;
  /** The first page of all news. */
  news?: Page<NewsShort>;
  /** The banners of the home page. */
  banners?: Banner[];
  lot?: Lot;
  catalog?: Catalog;
  currentSales?: Page<CatalogShort>;
  futureSales?: Page<CatalogShort>;
  /** The first page of the lots on sale, the newest first, and the counts beside it. */
  lots?: Page<FoundLot>;
  lotCounts?: LotCounts;
  house?: House;
  /** The first page of an auction's list of lots, and the counts beside it. */
  saleList?: Page<FoundLot>;
  saleCounts?: LotCounts;
  /** All lots of a live room. */
  saleLots?: LotShort[];
}

/** How long the server may serve the same page, with the same time in it (`LONGEST_MS` in `api/application/src/response_cache.rs`). */
const PAGE_LIFE_MS = 1000;

/** Older than any answer may be, so that it is shown at once and asked for again. */
const SHOWN_MEANWHILE = { updatedAt: 1 };

/** How long the first screen waits for a signed-in viewer's own answers. */
const PATIENCE_MS = 1500;

/**
 * Puts the first answers into the cache under the keys of the calls that would have asked for them. Resolves once the page
 * can take the first screen's place without a skeleton between.
 */
export async function takeFirstAnswers(client: QueryClient): Promise<void> {
  const isVisitor = readToken() === null;
  // Needs no request. A fetched answer would re-render every component that depends on the session.
  if (isVisitor) client.setQueryData(sessionOptions().queryKey, null);
  const element = document.getElementById("first-answers");
  if (!element?.textContent) return;
  const answers: FirstAnswers = JSON.parse(element.textContent);
  observePageTime(Number(element.dataset.now));
  const put = <T>(
    { queryKey }: { queryKey: DataTag<QueryKey, T, Error> },
    data: T | undefined,
    options?: SetDataOptions,
  ) => {
    if (data !== undefined) client.setQueryData<T>(queryKey, data, options);
  };
  put(configOptions(), answers.config);
  put(classificatorOptions(), answers.categories);
  put(bannersOptions(), answers.banners);
  put(newsOptions(null, 1), answers.news);

  // Of lists the signed-in see the visitors' until theirs come.
  const age = isVisitor ? undefined : SHOWN_MEANWHILE;
  const { lot, catalog, house, saleLots } = answers;
  put(salesOptions("current"), answers.currentSales, age);
  put(salesOptions("future"), answers.futureSales, age);
  const kind = kindAt(location.pathname);
  if (kind) put(catalogsOptions({ ...listOf(kind), page: 1 }), answers.sales, age);
  // Of all lots, or of an auction.
  const sale = catalog && auctionList(catalog.id, isRunning(catalog.state));
  const filter = readFilter(new URLSearchParams(), sale?.status);
  const list = { ...toSearch(filter, [], sale?.order ?? LotSorting.CreatedDesc), ...sale?.fixed };
  put(searchOptions(list, filter.page, filter.pageSize), answers.saleList ?? answers.lots, age);
  put(countsOptions({ ...list, sorting: undefined }), answers.saleCounts ?? answers.lotCounts, age);

  // A visitor's answer does not tell what a person may do with a lot, a sale or a house.
  if (!isVisitor) {
    const asked = Promise.all([
      client.prefetchQuery(sessionOptions()),
      (lot || catalog) && client.prefetchQuery(myOrdersOptions(true)),
      lot && client.prefetchQuery(lotOptions(lot.id)),
      house && client.prefetchQuery(houseOptions(house.id)),
      catalog && client.prefetchQuery(catalogOptions(catalog.id)),
      catalog && saleLots && client.prefetchQuery(saleLotsOptions(catalog.id)),
    ]);
    await Promise.race([asked, new Promise((given) => setTimeout(given, PATIENCE_MS))]);
    // The token may turn out to be void.
    if (readToken() !== null) return;
  }
  // A lot is asked for all the same, since that counts the view: until the answer comes, this one is shown.
  if (lot) put(lotOptions(lot.id), lot, SHOWN_MEANWHILE);
  if (house) put(houseOptions(house.id), house);
  if (catalog) {
    put(catalogOptions(catalog.id), catalog);
    put(saleLotsOptions(catalog.id), saleLots);
  }
}

/** Observes the server's time: when the page was sent, as its header says, or else when it was `made`. */
function observePageTime(made: number): void {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // The page comes from the browser's cache, e.g. after «Back».
  if (entry?.transferSize === 0) return;
  const { requestStart, responseStart } = entry ?? { requestStart: 0, responseStart: 0 };
  const now = entry?.serverTiming?.find(({ name }) => name === "now")?.description;
  const sentAt = performance.timeOrigin + requestStart;
  observeServerTime(
    Number(now ?? made),
    now ? sentAt : sentAt - PAGE_LIFE_MS,
    performance.timeOrigin + responseStart,
  );
}
