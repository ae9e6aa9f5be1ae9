import { HttpResponse, http } from "msw";
import { afterEach, expect, it } from "vitest";
import { searchOptions } from "@/features/lots/api/search";
import { readFilter, toSearch } from "@/features/lots/model/filter";
import { configOptions } from "@/lib/api/queries/config";
import { serverNow } from "@/lib/clock";
import { makeFullLot, makeLot, makeUser } from "@/testing/factories";
import { server, signIn, world } from "@/testing/server";
import { lotOptions } from "@/trade/api/lots";
import { LotSorting } from "@/trade/enums";
import { takeFirstAnswers } from "./firstAnswers";
import { createQueryClient } from "./queryClient";

const lot = makeFullLot({ id: 7 });
const lots = { items: [makeLot({ id: 7 })], page: 1, pages: 1, totalCount: 1, hasNext: false };

/** The client's cache on a page whose first HTML has these answers, and the calls made since. */
function opened() {
  const element = document.createElement("script");
  element.id = "first-answers";
  element.type = "application/json";
  const now = Date.now() + 3_600_000;
  element.dataset.now = String(now);
  element.textContent = JSON.stringify({ config: world.config, lot, lots });
  document.body.append(element);
  const calls: string[] = [];
  const heard = ({ request }: { request: Request }) => {
    calls.push(new URL(request.url).pathname);
    return HttpResponse.json({});
  };
  server.use(http.all("*/api/*", heard), http.all("*/api/*/*", heard));
  const client = createQueryClient();
  takeFirstAnswers(client);
  return { client, calls, now };
}

afterEach(() => document.getElementById("first-answers")?.remove());

it("what came with the page is not asked for again", async () => {
  const { client, calls, now } = opened();
  const filter = readFilter(new URLSearchParams());
  const list = searchOptions(toSearch(filter, [], LotSorting.CreatedDesc), filter.page, filter.pageSize);
  expect(await client.fetchQuery(configOptions())).toEqual(world.config);
  expect(await client.fetchQuery(list)).toEqual(lots);
  expect(calls).toEqual([]);
  expect(Math.abs(serverNow() - now)).toBeLessThan(60_000);
});

it("a lot is shown at once, and asked for all the same, since that counts the view", async () => {
  const { client, calls } = opened();
  expect(client.getQueryData(lotOptions(7).queryKey)).toEqual(lot);
  await client.prefetchQuery({ ...lotOptions(7), staleTime: 15_000 });
  expect(calls).toEqual(["/api/lots/7"]);
});

it("the signed-in ask as themselves for what is theirs", () => {
  signIn(makeUser());
  const { client } = opened();
  expect(client.getQueryData(lotOptions(7).queryKey)).toBeUndefined();
  expect(client.getQueryData(configOptions().queryKey)).toEqual(world.config);
});
