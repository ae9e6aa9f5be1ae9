import type { QueryClient } from "@tanstack/react-query";
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
import { readToken } from "@/lib/auth/token";
import { observeServerTime } from "@/lib/clock";
import { catalogOptions, houseOptions } from "@/trade/api/catalog";
import { classificatorOptions } from "@/trade/api/classificator";
import { lotOptions, saleLotsOptions } from "@/trade/api/lots";
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

/** Puts the first answers into the cache under the keys of the calls that would have asked for them. */
export function takeFirstAnswers(client: QueryClient): void {
  const element = document.getElementById("first-answers");
  if (!element?.textContent) return;
  const { config, categories, banners, news, ...seen }: FirstAnswers = JSON.parse(element.textContent);
  observePageTime(Number(element.dataset.now));
  if (config) client.setQueryData(configOptions().queryKey, config);
  if (categories) client.setQueryData(classificatorOptions().queryKey, categories);
  if (banners) client.setQueryData(bannersOptions().queryKey, banners);
  if (news) client.setQueryData(newsOptions(null, 1).queryKey, news);
  // The rest differs for those who are signed in: they ask as themselves.
  if (readToken() !== null) return;
  const {
    lot,
    catalog,
    currentSales,
    futureSales,
    lots,
    lotCounts,
    house,
    saleList,
    saleCounts,
    saleLots,
    sales,
  } = seen;
  // A lot is asked for all the same, since that counts the view: until the answer comes, this one is shown.
  if (lot) client.setQueryData(lotOptions(lot.id).queryKey, lot, { updatedAt: 1 });
  if (house) client.setQueryData(houseOptions(house.id).queryKey, house);
  if (catalog) {
    client.setQueryData(catalogOptions(catalog.id).queryKey, catalog);
    const { fixed, order, status } = auctionList(catalog.id, isRunning(catalog.state));
    const filter = readFilter(new URLSearchParams(), status);
    const search = { ...toSearch(filter, [], order), ...fixed };
    if (saleList) {
      client.setQueryData(searchOptions(search, filter.page, filter.pageSize).queryKey, saleList);
    }
    if (saleCounts) {
      client.setQueryData(countsOptions({ ...search, sorting: undefined }).queryKey, saleCounts);
    }
    if (saleLots) client.setQueryData(saleLotsOptions(catalog.id).queryKey, saleLots);
  }
  const kind = kindAt(location.pathname);
  if (sales && kind) client.setQueryData(catalogsOptions({ ...listOf(kind), page: 1 }).queryKey, sales);
  if (currentSales) client.setQueryData(salesOptions("current").queryKey, currentSales);
  if (futureSales) client.setQueryData(salesOptions("future").queryKey, futureSales);
  if (lots) {
    const filter = readFilter(new URLSearchParams());
    const search = toSearch(filter, [], LotSorting.CreatedDesc);
    client.setQueryData(searchOptions(search, filter.page, filter.pageSize).queryKey, lots);
    if (lotCounts) client.setQueryData(countsOptions({ ...search, sorting: undefined }).queryKey, lotCounts);
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
