import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import type { HouseListed, HouseStaff, LotSearch } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { makeFullHouse, makeHouse, makeLot, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, server } from "@/testing/server";
import { CatalogType, GalleryType } from "@/trade/enums";

const shown: HouseStaff = {
  userId: null,
  displayName: "Елена Мирская",
  photo: { iconId: null },
  phone: "78120000000",
  eMail: null,
  isOwner: false,
  isManager: true,
  isNewsmaker: false,
  isShown: true,
};
const hidden: HouseStaff = { ...shown, displayName: "Пётр Скрытный", isShown: false };

function serve(extra: Parameters<typeof makeFullHouse>[0] = {}) {
  server.use(
    http.get("*/api/house/:id", () => json(makeFullHouse(extra))),
    http.get("*/api/house/:id/staff", () => json([shown, hidden])),
    http.get("*/api/news/house/:id", () => json(pageOf([]))),
  );
}

it("a house leads to its gallery, post-auction, news and PDF, and shows the staff who agreed to it", async () => {
  serve({ isGallery: true, isPostAuction: true, hasInfo: true });
  const { container, router } = renderApp("/auction-house/1/wrong?tab=news");
  expect(await screen.findByText("Елена Мирская")).toBeVisible();
  expect(screen.getByText("менеджер")).toBeVisible();
  expect(screen.queryByText("Пётр Скрытный")).not.toBeInTheDocument();
  const tabs = within(screen.getByRole("navigation", { name: "Разделы дома" }));
  expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Аукционы",
    "Лоты",
    "Галерея",
    "ПостАукцион",
    "Новости",
  ]);
  expect(tabs.getByRole("link", { name: "Галерея" })).toHaveAttribute(
    "href",
    "/auction-house/1/gallery/auktsionnyy-dom-severnaya-galereya",
  );
  expect(screen.getByRole("link", { name: "Скачать, PDF" })).toHaveAttribute("href", "/api/house/1/info");
  expect(await screen.findByRole("heading", { name: "Новостей пока нет" })).toBeVisible();
  await waitFor(() =>
    expect(router.location).toMatchObject({
      pathname: "/auction-house/1/auktsionnyy-dom-severnaya-galereya",
      search: "?tab=news",
    }),
  );
  await expectAccessible(container);
});

it.each([
  ["/auction-house/1?tab=news", true],
  ["/auction-house/1", false],
])("%s leads past the head to its tab: %s", async (address, leads) => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  serve();
  renderApp(address);
  const tabs = await screen.findByRole("navigation", { name: "Разделы дома" });
  await screen.findByText("Елена Мирская");
  expect(scroll.mock.contexts.some((part) => (part as Element).contains(tabs))).toBe(leads);
  scroll.mockRestore();
});

it("a house without them has no links to them", async () => {
  serve();
  renderApp("/auction-house/1/auktsionnyy-dom-severnaya-galereya");
  const tabs = within(await screen.findByRole("navigation", { name: "Разделы дома" }));
  expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Аукционы",
    "Лоты",
    "Новости",
  ]);
  expect(screen.queryByRole("link", { name: "Скачать, PDF" })).not.toBeInTheDocument();
});

it("houses and their galleries are called what they are", async () => {
  const house: HouseListed = {
    ...makeHouse({ isGallery: true, galleryType: GalleryType.Artistic }),
    address: "Псков, Кремль, 4",
    catalogTypes: [CatalogType.Parallel, CatalogType.Gallery],
    runningCount: 1,
    plannedCount: 0,
    offeredCount: 12,
  };
  server.use(http.get("*/api/house", () => json(pageOf([house]))));
  const { unmount } = renderApp("/auctionHouses-all");
  expect(await screen.findByText("Псков · параллельные торги · галерея")).toBeVisible();
  unmount();
  renderApp("/galleries");
  expect(await screen.findByText("Псков · художественная галерея")).toBeVisible();
});

it("a kind of gallery that nobody has opened leads on to all galleries", async () => {
  server.use(http.get("*/api/house", () => json(pageOf([]))));
  renderApp("/galleries/jewelry");
  expect(await screen.findByRole("heading", { name: "Ювелирные галереи: пока ни одной" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Все галереи" })).toHaveAttribute("href", "/galleries");
});

it("filters the house's lots as the list of all lots does, but by house", async () => {
  const bodies: LotSearch[] = [];
  serve();
  server.use(
    http.post("*/api/lots/search", async ({ request }) => {
      bodies.push((await request.json()) as LotSearch);
      return json(pageOf([makeLot({ id: 1 })]));
    }),
  );
  const { router } = renderApp("/auction-house/1?tab=lots");
  await userEvent.click(await screen.findByRole("checkbox", { name: /^Графика\s*12$/ }));
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ houseId: 1, categoryIds: [1867] }));
  await userEvent.click(screen.getByRole("link", { name: "Проданные20" }));
  expect([...new URLSearchParams(router.location.search)]).toEqual([
    ["tab", "lots"],
    ["cats", "1867"],
    ["status", "sold"],
  ]);
  expect(screen.queryByRole("group", { name: "Дом" })).not.toBeInTheDocument();
});
