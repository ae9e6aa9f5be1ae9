import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import type { Artist, ArtistSale } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { makeLot, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server } from "@/testing/server";
import { Currency, LotState } from "@/trade/enums";

const artist: Artist = {
  id: 3,
  name: "Николай Сабуров",
  lifeYears: "1856–1917",
  logo: { previewId: null },
  images: [],
  offeredCount: 1,
  soldCount: 0,
  work: null,
  lotsCount: 6,
  biography: "<p>Писал Волгу.</p>",
};

const sale = (lotId: number, year: number, price: number): ArtistSale => ({
  lotId,
  titleRu: `Этюд ${lotId}`,
  price,
  currency: Currency.Rub,
  soldAt: `${year}-06-01T12:00:00Z`,
});

const sold = makeLot({
  id: 31,
  titleRu: "Ледоход",
  state: LotState.Sold,
  isBiddingOver: true,
  endTradeTime: "2026-06-01T12:00:00Z",
});

function serve(sales: ArtistSale[], offered = [makeLot({ id: 21, titleRu: "Рассвет на Волге" })]) {
  server.use(
    http.get("*/api/artists/3", () => json(artist)),
    http.get("*/api/artists/3/summary", () => json({ followers: 214, sales })),
    http.get("*/api/artists/3/works", ({ request }) =>
      json(pageOf(new URL(request.url).searchParams.get("isSold") === "true" ? [sold] : offered)),
    ),
  );
}

it("an artist's page has their life, works on offer, and what others sold for", async () => {
  serve([
    sale(31, 2026, 310_000),
    sale(32, 2026, 250_000),
    sale(33, 2026, 200_000),
    sale(34, 2024, 147_000),
    sale(35, 2024, 90_000),
    sale(36, 2024, 150_000),
  ]);
  const { container, router } = renderApp("/artist/3/wrong");
  expect(await screen.findByRole("heading", { level: 1, name: artist.name })).toBeVisible();
  expect(screen.getByText("Писал Волгу.")).toBeVisible();
  expect(await screen.findByText(/Сейчас следят 214.человек/)).toBeVisible();
  expect(await screen.findByText("Рассвет на Волге")).toBeVisible();
  expect(screen.getByText("Продано с 2024 года").nextSibling).toHaveTextContent(/^6.работ$/);
  expect(screen.getByText("Медианная цена за год").nextSibling).toHaveTextContent(/^250.000.₽$/);
  expect(screen.getByText(/^С 2024 по 2026 год медиана выросла с 147.000.₽ до 250.000.₽\.$/)).toBeVisible();
  expect(screen.getByRole("img", { name: /^Цены проданных работ с 2024 по 2026 год/ })).toBeInTheDocument();
  const table = within(await screen.findByRole("table", { name: /Проданные работы/ }));
  expect(table.getByRole("link", { name: "Ледоход" })).toHaveAttribute("href", "/lot/31/ledohod");
  expect(table.getByText("01.06.2026")).toBeVisible();
  await waitFor(() => expect(router.location.pathname).toBe("/artist/3/nikolay-saburov"));
  await expectAccessible(container);
});

it("an artist without works says so, and shows no figures of sales", async () => {
  serve([], []);
  renderApp("/artist/3/nikolay-saburov");
  expect(await screen.findByRole("heading", { name: "Сейчас работ в продаже нет" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Проданные работы" })).not.toBeInTheDocument();
  expect(screen.queryByText("Лучшая цена")).not.toBeInTheDocument();
});

it.each([
  ["/artist/99", "Не найдено"],
  ["/artist/x", "Страница не найдена"],
])("%s is a missing page", async (path, title) => {
  server.use(http.get("*/api/artists/:id", () => problem(404, { title: "not_found" })));
  renderApp(path);
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
});

it("artists are found by name and lead to their pages", async () => {
  const asked: unknown[] = [];
  server.use(
    http.get("*/api/artists/letters", () => json([])),
    http.post("*/api/artists/search", async ({ request }) => {
      const body = (await request.json()) as { query: string };
      asked.push(body.query);
      return json(pageOf(body.query === "щщ" ? [] : [artist]));
    }),
  );
  const { container } = renderApp("/artists");
  expect(await screen.findByRole("link", { name: artist.name })).toHaveAttribute(
    "href",
    "/artist/3/nikolay-saburov",
  );
  expect(screen.getByText("1856–1917")).toBeVisible();
  expect(screen.getByText("1 лот в продаже")).toBeVisible();
  await expectAccessible(container);
  await userEvent.setup().type(screen.getByRole("searchbox", { name: "Поиск художников" }), "щщ{Enter}");
  expect(await screen.findByRole("heading", { name: "Художников не нашлось" })).toBeVisible();
  expect(asked).toEqual(["", "щщ"]);
});

it("an artist whose works do not load says so, and asks again", async () => {
  serve([]);
  server.use(
    http.get("*/api/artists/3/works", () => problem(500), { once: true }),
    http.get("*/api/artists/3/summary", () => problem(500), { once: true }),
  );
  renderApp("/artist/3/wrong");
  const person = userEvent.setup();
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Повторить" })).toHaveLength(2));
  for (const again of screen.getAllByRole("button", { name: "Повторить" })) await person.click(again);
  expect(await screen.findByText("Рассвет на Волге")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Повторить" })).not.toBeInTheDocument();
});
