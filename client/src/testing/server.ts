import { HttpResponse, http, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";
import type {
  CatalogShort,
  Config,
  Evening,
  HouseShort,
  LotShort,
  Problem,
  StaffSetting,
  User,
} from "@/lib/api/types";
import { storeToken } from "@/lib/auth/token";
import {
  categories,
  makeCatalog,
  makeCounts,
  makeHouse,
  makeLot,
  makeSuggestions,
  NOW,
  pageOf,
} from "./factories";

/** The data of the mocked server. A test changes it before rendering; it is reset after each test. */
interface World {
  user: User | null;
  config: Config;
  catalogs: CatalogShort[];
  lots: LotShort[];
  houses: HouseShort[];
  favourites: LotShort[];
  evening: Evening;
  /** What staff keep of their lists. */
  settings: StaffSetting[];
}

function freshWorld(): World {
  return {
    user: null,
    config: {
      brandName: "Аукционный зал",
      contacts: { phone: "78000000000", email: "info@example.org", address: "Санкт-Петербург" },
      socialLinks: [],
      untrustedCap: { rub: 5000, eur: 50, usd: 50 },
      exchangeRates: [],
      isDemo: false,
      devOutbox: false,
    },
    catalogs: [makeCatalog()],
    lots: [makeLot()],
    houses: [makeHouse()],
    favourites: [],
    evening: { sales: [], lots: [] },
    settings: [],
  };
}

export const world: World = freshWorld();

export function resetWorld(): void {
  Object.assign(world, freshWorld());
}

/** Signs `user` in: the next render finds the token and calls whoami. */
export function signIn(user: User): void {
  world.user = user;
  storeToken("test-token");
}

/** A JSON answer with the server's time header. */
export function json(body: JsonBodyType, status = 200) {
  return HttpResponse.json(body, { status, headers: { server_time_ts: String(NOW) } });
}

/** A refusal in the server's format. */
export function problem(status: number, extra: Partial<Problem> = {}) {
  return HttpResponse.json(
    { status, title: "refused", detail: "", ...extra },
    { status, headers: { "content-type": "application/problem+json", server_time_ts: String(NOW) } },
  );
}

const handlers = [
  http.get("*/api/saved-searches", () => json([])),
  http.get("*/api/notifications/push", () => json({ publicKey: null, isOn: false })),
  http.get("*/api/config", () => json(world.config)),
  http.post("*/api/whoami", () =>
    world.user ? json(world.user) : problem(401, { title: "not_authenticated" }),
  ),
  http.post("*/api/signout", () => {
    world.user = null;
    return new HttpResponse(null, { status: 204 });
  }),
  http.get("*/api/accounts/changes", () => json([])),
  http.get("*/api/accounts/invitations", () => json([])),
  http.get("*/api/notifications/my/messages/all", () => json(pageOf([]))),
  http.get("*/api/notifications/system/messages/:n", () => json([])),
  http.post("*/api/consents", () => new HttpResponse(null, { status: 204 })),
  http.get("*/api/accounts/staff", () => json([])),
  http.get("*/api/accounts", () => json(pageOf([]))),
  http.get("*/api/house/:id/invitations", () => json([])),
  http.get("*/api/classificator", () => json(categories)),
  http.get("*/api/catalog", () => json(pageOf(world.catalogs))),
  http.get("*/api/catalog/house/:id", () => json(pageOf(world.catalogs))),
  http.get("*/api/lots/rnd", () => json(world.lots)),
  http.post("*/api/lots/search", () => json(pageOf(world.lots))),
  http.post("*/api/lots/search/counts", () => json(makeCounts())),
  http.get("*/api/search/suggest", () => json(makeSuggestions())),
  http.get("*/api/banner/visible", () => json([])),
  http.get("*/api/partners", () => json([])),
  http.get("*/api/house", () => json(pageOf(world.houses))),
  http.get("*/api/favorites", () => json(pageOf(world.favourites))),
  http.post("*/api/favorites", async ({ request }) => {
    const { lotId } = (await request.json()) as { lotId: number };
    const lot = world.lots.find((l) => l.id === lotId);
    if (lot) world.favourites = [lot, ...world.favourites];
    return new HttpResponse(null, { status: 204 });
  }),
  http.delete("*/api/favorites/lot/:id", ({ params }) => {
    world.favourites = world.favourites.filter((l) => l.id !== Number(params.id));
    return new HttpResponse(null, { status: 204 });
  }),
  http.get("*/api/settings", () => json(world.settings)),
  http.put("*/api/settings", async ({ request }) => {
    const { list, name, value } = (await request.json()) as Omit<StaffSetting, "value"> & {
      value: string | null;
    };
    world.settings = [
      ...world.settings.filter((setting) => setting.list !== list || setting.name !== name),
      ...(value === null ? [] : [{ list, name, value }]),
    ];
    return new HttpResponse(null, { status: 204 });
  }),
  http.get("*/api/house/orders/counts", () => json({ pending: 0, accepted: 0, rejected: 0 })),
  http.get("*/api/queries/house/:id/counts", () => json({ created: 0, processed: 0, rejected: 0 })),
  http.get("*/api/queries/my", () => json(pageOf([]))),
  http.get("*/api/queries/house/:id", () => json(pageOf([]))),
  http.get("*/api/trade/bet/my", () => json(pageOf([]))),
  http.get("*/api/notifications", () => json(pageOf([]))),
  http.get("*/api/trade/evening", () => json(world.evening)),
  http.get("*/api/lots/:id/similar-sold", () => json([])),
];

export const server = setupServer(...handlers);
