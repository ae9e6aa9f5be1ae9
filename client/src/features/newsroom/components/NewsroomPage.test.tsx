import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import type { NewsShort } from "@/lib/api/types";
import { NewsType } from "@/lib/news";
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
  expect(router.location.pathname).toBe("/house-account/1/news");
  const sections = within(screen.getByRole("navigation", { name: "Разделы кабинета" }));
  expect(sections.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Новости"]);
  const list = within(await screen.findByRole("table", { name: "Новости" }));
  expect(list.getByText("По расписанию")).toBeVisible();
  expect(list.getByText("Опубликована")).toBeVisible();
  await expectAccessible(container);
});

it("is found, filtered and sorted by the address, and several are deleted at once", async () => {
  signIn(makeUser({ newsmakerOfHouseIds: [1] }));
  serve();
  const { router } = renderApp("/house-account/1/news?state=published&search=вчера");
  const person = userEvent.setup();
  const list = within(await screen.findByRole("table", { name: "Новости" }));
  const titles = () => list.getAllByRole("link").map(({ textContent }) => textContent);
  expect(titles()).toEqual(["Вчера"]);
  await router.navigate("/house-account/1/news?sort=-title");
  await waitFor(() => expect(titles()).toEqual(["Черновик", "Скоро", "Вчера"]));
  await person.click(screen.getByRole("checkbox", { name: "Выбрать: Черновик" }));
  await person.click(screen.getByRole("checkbox", { name: "Выбрать: Вчера" }));
  const bar = within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));
  await person.click(bar.getByRole("button", { name: "Удалить" }));
  await waitFor(() => expect(titles()).toEqual(["Скоро"]));
  await person.click(await screen.findByRole("button", { name: "Отменить" }));
  await waitFor(() => expect(titles()).toHaveLength(3));
});

it("has an editor without findings", async () => {
  signIn(makeUser({ newsmakerOfHouseIds: [1] }));
  serve();
  const { container } = renderApp("/house-account/1/news/new");
  expect(await screen.findByRole("textbox", { name: /Заголовок/ })).toBeVisible();
  expect(screen.getByText("Черновик: видят только сотрудники дома")).toBeVisible();
  await expectAccessible(container);
});

it("edits the platform's own news in the admin area", async () => {
  signIn(makeUser({ isAdmin: true, roles: 4096 }));
  const draft = { ...item(4, "Правила", null), houseId: null };
  const article = { ...draft, content: "<p>Текст</p>", source: null, info: null, keywords: null };
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/news/platform", () => json(pageOf([draft]))),
    http.get("*/api/news/article/4", () => json(article)),
    http.post("*/api/news", async ({ request }) => {
      sent.push(await request.json());
      return json({ ...article, title: "Новые правила" });
    }),
  );
  const { container, router } = renderApp("/admin/news");
  expect(await screen.findByRole("link", { name: "Правила" })).toHaveAttribute("href", "/admin/news/4");
  await expectAccessible(container);
  await router.navigate("/admin/news/4");
  const person = userEvent.setup();
  const title = await screen.findByRole("textbox", { name: /Заголовок/ });
  await person.clear(title);
  await person.type(title, "Новые правила");
  await person.click(screen.getByRole("button", { name: /^Сохранить/ }));
  await waitFor(() => expect(sent).toMatchObject([{ id: 4, houseId: null, title: "Новые правила" }]));
});
