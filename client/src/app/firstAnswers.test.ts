import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { catalogsOptions } from "@/features/auctions/api/catalogs";
import { countsOptions, searchOptions } from "@/features/lots/api/search";
import { auctionList, readFilter, toSearch } from "@/features/lots/model/filter";
import { newsOptions } from "@/features/news/api/news";
import { configOptions } from "@/lib/api/queries/config";
import { resetServerClock, serverNow } from "@/lib/clock";
import { makeFullCatalog, makeFullHouse, makeFullLot, makeLot, makeUser } from "@/testing/factories";
import { server, signIn, world } from "@/testing/server";
import { catalogOptions, houseOptions } from "@/trade/api/catalog";
import { lotOptions, saleLotsOptions } from "@/trade/api/lots";
import { CatalogState, LotSorting } from "@/trade/enums";
import { takeFirstAnswers } from "./firstAnswers";
import { createQueryClient } from "./queryClient";

const lot = makeFullLot({ id: 7 });
const lots = { items: [makeLot({ id: 7 })], page: 1, pages: 1, totalCount: 1, hasNext: false };
const counts = { states: { all: 1 } };

/** The client's cache on a page whose first HTML has these answers, and the calls made since. */
function opened(answers: object = { lot, lots, lotCounts: counts }) {
  const element = document.createElement("script");
  element.id = "first-answers";
  element.type = "application/json";
  const now = Date.now() + 3_600_000;
  element.dataset.now = String(now);
  element.textContent = JSON.stringify({ config: world.config, ...answers });
  document.body.append(element);
  const calls: string[] = [];
  const heard = ({ request }: { request: Request }) => {
    calls.push(new URL(request.url).pathname);
    return HttpResponse.json({});
  };
  server.use(http.all("*/api/*", heard), http.all("*/api/*/*", heard));
  const client = createQueryClient();
  return { client, calls, now, taken: takeFirstAnswers(client) };
}

it.each([
  ["/auctions", { scope: "all", page: 1 }],
  ["/auctions/classic", { scope: "all", catalogType: 0, page: 1 }],
  ["/auctions/results", { scope: "results", page: 1 }],
] as const)("%s and the news ask for nothing that came with the page", async (path, filter) => {
  history.replaceState(null, "", path);
  const sales = { ...lots, items: [] };
  const { client, calls } = opened({ sales, news: sales });
  expect(await client.fetchQuery(catalogsOptions(filter))).toEqual(sales);
  expect(await client.fetchQuery(newsOptions(null, 1))).toEqual(sales);
  expect(calls).toEqual([]);
});

it("an auction's list and room ask for nothing that came with the page", async () => {
  const catalog = makeFullCatalog({ id: 10, houseId: 1, state: CatalogState.InProcess });
  const house = makeFullHouse({ id: 1 });
  const { client, calls } = opened({
    catalog,
    house,
    saleList: lots,
    saleCounts: counts,
    saleLots: lots.items,
  });
  const { fixed, order, status } = auctionList(10, true);
  const filter = readFilter(new URLSearchParams(), status);
  const search = { ...toSearch(filter, [], order), ...fixed };
  expect(search).toMatchObject({ catalogId: 10, isBiddingOver: false });
  expect(await client.fetchQuery(catalogOptions(10))).toEqual(catalog);
  expect(await client.fetchQuery(houseOptions(1))).toEqual(house);
  expect(await client.fetchQuery(searchOptions(search, 1, 20))).toEqual(lots);
  expect(await client.fetchQuery(countsOptions({ ...search, sorting: undefined }))).toEqual(counts);
  expect(await client.fetchQuery(saleLotsOptions(10))).toEqual(lots.items);
  expect(calls).toEqual([]);
});

afterEach(() => document.getElementById("first-answers")?.remove());

it("what came with the page is not asked for again", async () => {
  const { client, calls, now } = opened();
  const filter = readFilter(new URLSearchParams());
  const search = toSearch(filter, [], LotSorting.CreatedDesc);
  const list = searchOptions(search, filter.page, filter.pageSize);
  expect(await client.fetchQuery(configOptions())).toEqual(world.config);
  expect(await client.fetchQuery(list)).toEqual(lots);
  expect(await client.fetchQuery(countsOptions({ ...search, sorting: undefined }))).toEqual(counts);
  expect(calls).toEqual([]);
  expect(Math.abs(serverNow() - now)).toBeLessThan(60_000);
});

it("a lot is shown at once, and asked for all the same, since that counts the view", async () => {
  const { client, calls } = opened();
  expect(client.getQueryData(lotOptions(7).queryKey)).toEqual(lot);
  await client.prefetchQuery({ ...lotOptions(7), staleTime: 15_000 });
  expect(calls).toEqual(["/api/lots/7"]);
});

describe("the signed-in", () => {
  beforeEach(() => signIn(makeUser()));

  it("ask as themselves for a lot, before the page takes the first screen's place", async () => {
    const { client, calls, taken } = opened();
    expect(client.getQueryData(lotOptions(7).queryKey)).toBeUndefined();
    expect(client.getQueryData(configOptions().queryKey)).toEqual(world.config);
    await taken;
    expect(client.getQueryData(lotOptions(7).queryKey)).toEqual({});
    expect(calls.toSorted()).toEqual(["/api/house/orders/my", "/api/lots/7", "/api/whoami"]);
  });

  const refused = () => new HttpResponse(null, { status: 401 });

  it("are visitors if their token is void", async () => {
    const { client, taken } = opened();
    server.use(http.all("*/api/*", refused), http.all("*/api/*/*", refused));
    await taken;
    expect(client.getQueryData(lotOptions(7).queryKey)).toEqual(lot);
  });

  it("do not wait for an answer that does not come", async () => {
    const { client, taken } = opened();
    let answer = () => {};
    server.use(
      http.get(
        "*/api/lots/7",
        () =>
          new Promise<Response>((resolve) => {
            answer = () => resolve(HttpResponse.json({ id: 7 }));
          }),
      ),
    );
    await taken;
    expect(client.getQueryData(lotOptions(7).queryKey)).toBeUndefined();
    answer();
    await vi.waitFor(() => expect(client.getQueryData(lotOptions(7).queryKey)).toEqual({ id: 7 }));
  });

  it("see the visitors' list until their own comes", async () => {
    const { client, calls } = opened({ lots, lotCounts: counts });
    const search = toSearch(readFilter(new URLSearchParams()), [], LotSorting.CreatedDesc);
    const list = searchOptions(search, 1, 20);
    expect(client.getQueryData(list.queryKey)).toEqual(lots);
    await client.prefetchQuery(list);
    expect(calls).toContain("/api/lots/search");
  });
});

describe("the server's time", () => {
  const page = { requestStart: 100, responseStart: 140 };
  const timed = (entry: object) =>
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([entry as PerformanceEntry]);
  const offset = () => Math.round(serverNow() - Date.now());
  beforeEach(resetServerClock);
  afterEach(() => vi.restoreAllMocks());

  it("is that of the page's answer, whenever the page was made", () => {
    const now = Math.round(performance.timeOrigin) + 120 + 5_000;
    timed({ ...page, transferSize: 900, serverTiming: [{ name: "now", description: String(now) }] });
    opened();
    expect(Math.abs(offset() - 5_000)).toBeLessThanOrEqual(100);
  });

  it("is not taken from a page of the browser's own cache", () => {
    timed({ ...page, transferSize: 0, serverTiming: [{ name: "now", description: "1" }] });
    opened();
    expect(offset()).toBe(0);
  });
});
