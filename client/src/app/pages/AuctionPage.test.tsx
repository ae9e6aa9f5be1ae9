import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import type { LotSearch } from "@/lib/api/types";
import { observeServerTime } from "@/lib/clock";
import { expectAccessible } from "@/testing/axe";
import {
  at,
  HOUR,
  makeFullCatalog,
  makeFullHouse,
  makeFullLot,
  makeSnapshot,
  makeUser,
  NOW,
  pageOf,
} from "@/testing/factories";
import { makeOrder } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";
import { snapshots, socketOf } from "@/testing/socket";
import { CatalogState, CatalogType, LotSorting, OrderStatus } from "@/trade/enums";

it("has the site around it for the console of no sale", async () => {
  renderApp("/auction/none?viewType=console");
  expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeVisible();
  expect(screen.getByRole("contentinfo")).toBeInTheDocument();
});

it.each(["console", "room"])("says at once that a rehearsal is over: %s", async (view) => {
  signIn(makeUser({ managerOfHouseIds: [1] }));
  const rehearsal = makeFullCatalog({
    id: 77,
    rehearsalOf: 10,
    isController: true,
    state: CatalogState.InProcess,
    startDate: at(-HOUR),
  });
  let isGone = false;
  server.use(
    http.get("*/api/catalog/77", () =>
      isGone ? problem(404, { title: "not_found" }) : json({ ...rehearsal, houseId: 1 }),
    ),
    http.get("*/api/house/:id", () => json(makeFullHouse())),
    http.get("*/api/house/orders/my", () => json([])),
    http.get("*/api/catalog/77/lots", () => json(pageOf([makeFullLot({ catalogId: 77 })]))),
    http.get("*/api/lots/:id", () => json(makeFullLot({ catalogId: 77 }))),
    http.get("*/api/trade/:any/:rest*", () => json([])),
    http.post("*/api/chat/search", () => json(pageOf([]))),
    http.post("*/api/chat/77/count", () => json(0)),
  );
  snapshots.set(77, makeSnapshot(rehearsal, rehearsal.currentLotId));
  const { container } = renderApp(`/auction/77?viewType=${view}`);
  expect(await screen.findByText("Репетиция")).toBeVisible();
  await waitFor(() => expect(socketOf("/Chat").sent.length).toBeGreaterThan(0));
  isGone = true;
  snapshots.clear();
  act(() => socketOf("/Chat").drop());
  act(() => void socketOf("/Chat").connect());
  expect(await screen.findByText("Репетиция закончена")).toBeVisible();
  expect(screen.getByRole("link", { name: "Открыть аукцион" })).toHaveAttribute(
    "href",
    "/auction/10?viewType=catalog",
  );
  await expectAccessible(container);
});

it("an auction's lots are filtered as in the list of all lots, by number, those with bets apart", async () => {
  const catalog = makeFullCatalog({ id: 10, catalogType: CatalogType.Parallel, startDate: at(-HOUR) });
  const bodies: LotSearch[] = [];
  server.use(
    http.get("*/api/catalog/10", () => json({ ...catalog, houseId: 1 })),
    http.get("*/api/house/:id", () => json(makeFullHouse())),
    http.post("*/api/lots/search", async ({ request }) => {
      bodies.push((await request.json()) as LotSearch);
      return json(pageOf([makeFullLot({ catalogId: 10 })]));
    }),
  );
  const { router } = renderApp("/auction/10?viewType=catalog");
  await userEvent.click(await screen.findByRole("checkbox", { name: /^Графика\s*12$/ }));
  await userEvent.click(screen.getByRole("link", { name: "Со ставками12" }));
  await waitFor(() =>
    expect(bodies.at(-1)).toEqual({
      catalogId: 10,
      showHiddenLots: true,
      categoryIds: [1867],
      hasBets: true,
      sorting: LotSorting.LotNumberAsc,
    }),
  );
  expect(new URLSearchParams(router.location.search).get("viewType")).toBe("catalog");
});

it.each([
  [OrderStatus.Accepted, "Готово", "Ваша заявка одобрена", 0],
  [OrderStatus.Pending, "Регистрация", "Ваша заявка на рассмотрении", 1],
  [OrderStatus.Rejected, "Регистрация", "Ваша заявка отклонена", 1],
])(
  "before a classic sale a request is told once, among what to prepare: %i",
  async (status, step, text, times) => {
    observeServerTime(NOW, Date.now(), Date.now());
    signIn(makeUser({ acceptedInHouseIds: status === OrderStatus.Accepted ? [1] : [] }));
    const catalog = makeFullCatalog({ id: 10, state: CatalogState.Scheduled, startDate: at(48 * HOUR) });
    server.use(
      http.get("*/api/catalog/10", () => json({ ...catalog, houseId: 1 })),
      http.get("*/api/catalog/notifications", () => json([])),
      http.get("*/api/house/:id", () => json(makeFullHouse())),
      http.get("*/api/house/orders/my", () => json([makeOrder({ status })])),
    );
    renderApp("/auction/10");
    expect(await screen.findByText(step)).toBeVisible();
    expect(screen.queryAllByText(text)).toHaveLength(times);
  },
);

it("keeps the page and the scroll position while registrations load after a login", async () => {
  const catalog = makeFullCatalog({ id: 10, catalogType: CatalogType.Parallel, startDate: at(-HOUR) });
  let answerOrders: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answerOrders = resolve;
  });
  server.use(
    http.get("*/api/catalog/10", () => json({ ...catalog, houseId: 1 })),
    http.get("*/api/house/:id", () => json(makeFullHouse())),
    http.get("*/api/house/orders/my", async () => {
      await held;
      return json([makeOrder()]);
    }),
  );
  renderApp("/auction/10?viewType=catalog");
  const [card] = await screen.findAllByRole("article");
  // In another tab.
  world.user = makeUser({ displayName: "Анна Иванова", acceptedInHouseIds: [1] });
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = "token=test-token; Path=/";
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "session-changed" })));
  await screen.findByRole("button", { name: "Анна Иванова" });
  expect(card).toBeInTheDocument();
  answerOrders();
  expect(await screen.findByText("Ваша заявка одобрена")).toBeInTheDocument();
  expect(card).toBeInTheDocument();
});

it("a room that the visitor comes to from a list loads in the shape of a room", async () => {
  const catalog = makeFullCatalog({ id: 10, state: CatalogState.InProcess, startDate: at(-HOUR) });
  server.use(
    http.get("*/api/catalog", () => json(pageOf([catalog]))),
    http.get("*/api/house", () => json(pageOf([]))),
    http.get("*/api/catalog/10", () => new Promise(() => undefined)),
  );
  renderApp("/auctions");
  await userEvent.click(await screen.findByRole("link", { name: /^Войти в зал/ }));
  expect(await screen.findByText("Загрузка зала")).toBeInTheDocument();
});

it("asks visitors of a console to sign in, as other addresses of staff do", async () => {
  const catalog = makeFullCatalog({ id: 10, state: CatalogState.InProcess, startDate: at(-HOUR) });
  server.use(
    http.get("*/api/catalog/10", () => json({ ...catalog, houseId: 1 })),
    http.get("*/api/house/:id", () => json(makeFullHouse())),
  );
  renderApp("/auction/10?viewType=console");
  expect(await screen.findByRole("heading", { name: "Пульт аукциониста" })).toBeInTheDocument();
  expect(await screen.findByRole("dialog")).toBeVisible();
});
