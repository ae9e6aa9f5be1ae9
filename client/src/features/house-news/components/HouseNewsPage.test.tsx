import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import type { NewsShort } from "@/lib/api/types";
import { NewsType } from "@/lib/enums";
import { expectAccessible } from "@/testing/axe";
import { at, DAY, makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";

const item = (id: number, title: string, published: string | null): NewsShort => ({
  id,
  title,
  published,
  houseId: 1,
  houseNameRu: "Дом",
  newsType: NewsType.News,
  slug: "slug",
  summary: null,
  author: null,
  image: { previewId: null },
  created: at(-DAY),
});

function serve() {
  server.use(
    http.get("*/api/catalog", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse())),
    http.get("*/api/news/house/1", () =>
      json(
        pageOf([item(1, "Черновик", null), item(2, "Скоро", at(30 * DAY)), item(3, "Вчера", at(-30 * DAY))]),
      ),
    ),
  );
}

it("is all that a newsmaker finds in the cabinet", async () => {
  signIn(makeUser({ newsmakerOfHouseIds: [1] }));
  serve();
  const { container, router } = renderApp("/house-account/1");
  expect(await screen.findByRole("heading", { name: "Новости" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/house-account/1/news");
  const sections = within(screen.getByRole("navigation", { name: "Разделы кабинета" }));
  expect(sections.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Новости"]);
  await waitFor(() => expect(screen.getByText("По расписанию")).toBeVisible());
  expect(screen.getByText("Опубликована")).toBeVisible();
  await expectAccessible(container);
});

it("has an editor without findings", async () => {
  signIn(makeUser({ newsmakerOfHouseIds: [1] }));
  serve();
  const { container } = renderApp("/house-account/1/news/new");
  expect(await screen.findByRole("textbox", { name: /Заголовок/ })).toBeVisible();
  expect(screen.getByText("Черновик: видят только сотрудники дома")).toBeVisible();
  await expectAccessible(container);
});
