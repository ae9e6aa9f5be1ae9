import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { catchDownloads } from "@/testing/downloads";
import { makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { makePriceQuery } from "@/testing/house";
import { renderApp } from "@/testing/render";
import { json, server, signIn, world } from "@/testing/server";
import { PriceQueryStatus } from "@/trade/enums";

const query = makePriceQuery({ lotTitleRu: "Рассвет на Волге" });

function open(search = "", all = [query]) {
  signIn(makeUser({ managerOfHouseIds: [1] }));
  const sent: unknown[] = [];
  let queries = all;
  server.use(
    http.get("*/api/catalog", () => json(pageOf([]))),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse())),
    http.get("*/api/queries/house/1", ({ request }) => {
      const words = new URL(request.url).searchParams.get("search") ?? "";
      return json(pageOf(queries.filter(({ lotTitleRu }) => lotTitleRu.includes(words))));
    }),
    http.post("*/api/queries", async ({ request }) => {
      const body = (await request.json()) as { id: number };
      sent.push(body);
      queries = queries.filter(({ id }) => id !== body.id);
      return json(query);
    }),
  );
  return { sent, person: userEvent.setup(), ...renderApp(`/house-account/1/queries${search}`) };
}

const openOf = async (person: ReturnType<typeof userEvent.setup>, name: string) =>
  person.click(await screen.findByRole("button", { name: new RegExp(`^Ответить: ${name}`) }));

it("answers a request, from a template if there is one", async () => {
  const { sent, person, container } = open();
  expect(await screen.findByText("Сколько стоит?")).toBeVisible();
  await expectAccessible(container);
  await openOf(person, query.displayName);
  await person.click(await screen.findByRole("button", { name: "Шаблон" }));
  await person.click(await screen.findByRole("menuitem", { name: "Продан" }));
  const field = screen.getByRole("textbox", { name: /Ответ на запрос/ });
  await person.clear(field);
  await person.type(field, "Цена 120 000 ₽");
  await person.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Все запросы разобраны")).toBeVisible();
  expect(sent).toEqual([{ id: 9, status: PriceQueryStatus.Processed, answer: "Цена 120 000 ₽" }]);
});

it("needs an answer, and a refusal can be taken back before it is sent", async () => {
  const { sent, person } = open();
  await openOf(person, query.displayName);
  await person.click(await screen.findByRole("button", { name: "Ответить" }));
  expect(screen.getByText("Напишите ответ")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Отказать" }));
  await waitFor(() => expect(screen.queryByText("Сколько стоит?")).not.toBeInTheDocument());
  await person.click(screen.getByRole("button", { name: "Отменить" }));
  expect(await screen.findByText("Сколько стоит?")).toBeVisible();
  expect(sent).toEqual([]);
});

it("keeps a begun answer while another request is read, and opens the next one after an answer", async () => {
  const { person, router } = open("", [query, makePriceQuery({ id: 10, displayName: "Иван Седов" })]);
  await openOf(person, query.displayName);
  await person.type(await screen.findByRole("textbox", { name: /Ответ на запрос/ }), "Цена");
  // Beside an open request the rows have no buttons: a press on them opens theirs.
  const row = (name: string) => within(screen.getByRole("table")).getByText(name);
  await person.click(row("Иван Седов"));
  expect(screen.getByRole("textbox", { name: /Ответ на запрос/ })).toHaveValue("");
  await person.click(row(query.displayName));
  expect(screen.getByRole("textbox", { name: /Ответ на запрос/ })).toHaveValue("Цена");
  await person.click(screen.getByRole("button", { name: "Ответить" }));
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get("query")).toBe("10"));
});

it("refuses several at once, which can be taken back", async () => {
  const { sent, person } = open("", [query, makePriceQuery({ id: 10, displayName: "Иван Седов" })]);
  await person.click(await screen.findByRole("checkbox", { name: "Выбрать все на странице" }));
  const bar = within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));
  await person.click(bar.getByRole("button", { name: "Отказать" }));
  expect(await screen.findByText("Все запросы разобраны")).toBeVisible();
  window.dispatchEvent(new Event("pagehide"));
  await waitFor(() =>
    expect(sent).toEqual([9, 10].map((id) => ({ id, status: PriceQueryStatus.Rejected, answer: null }))),
  );
});

it("goes to the answer that the address names", async () => {
  open("?query=9");
  expect(await screen.findByRole("textbox", { name: /Ответ на запрос/ })).toHaveFocus();
});

it("finds requests by a search in the address", async () => {
  const { person, router, container } = open("?search=Ваза");
  expect(await screen.findByText("Ничего не найдено")).toBeVisible();
  await expectAccessible(container);
  await person.click(screen.getByRole("button", { name: "Искать во всех запросах" }));
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      search: "Ваза",
      status: "all",
    }),
  );
  const field = screen.getByRole("searchbox", { name: "Лот, имя, слова" });
  await person.clear(field);
  await person.type(field, "Рассвет{Enter}");
  expect(await screen.findByText("Сколько стоит?")).toBeVisible();
  expect(new URLSearchParams(router.state.location.search).get("search")).toBe("Рассвет");
});

it("sorts by the headings, and counts the requests in each state", async () => {
  const asked: (string | null)[] = [];
  const { person, router } = open("?status=all");
  await screen.findByText("Сколько стоит?");
  server.use(
    http.get("*/api/queries/house/1", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("sort"));
      return json(pageOf([query]));
    }),
    http.get("*/api/queries/house/1/counts", () => json({ created: 7, processed: 41, rejected: 2 })),
  );
  await person.click(screen.getByRole("button", { name: "Кто спрашивает" }));
  await waitFor(() => expect(asked).toContain("name"));
  expect(router.state.location.search).toBe("?status=all&sort=name");
  expect(screen.getByRole("columnheader", { name: "Кто спрашивает" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await router.navigate("/house-account/1/queries?status=all&search=Рассвет");
  await waitFor(() => expect(screen.getByText(/^Ожидают ответа/)).toHaveTextContent("Ожидают ответа, 7"));
});

it("shares templates of answers within the house", async () => {
  world.settings = [{ list: "answers", name: "Доставка", value: "Доставим в Казань." }];
  const { person } = open();
  await openOf(person, query.displayName);
  const menu = async (item: string) => {
    await person.click(await screen.findByRole("button", { name: "Шаблон" }));
    await person.click(await screen.findByRole("menuitem", { name: item }));
  };
  await menu("Доставка");
  const field = screen.getByRole("textbox", { name: /Ответ на запрос/ });
  expect(field).toHaveValue("Доставим в Казань.");
  await menu("Сохранить ответ как шаблон");
  await person.type(await screen.findByRole("textbox", { name: "Название" }), "Казань{Enter}");
  await waitFor(() =>
    expect(world.settings.at(-1)).toEqual({ list: "answers", name: "Казань", value: "Доставим в Казань." }),
  );
});

it("exports the requests of the list by the server, which journals it", async () => {
  const { person } = open("?status=all&search=Рассвет");
  await screen.findByText("Сколько стоит?");
  const asked: string[] = [];
  server.use(
    http.post("*/api/house/1/export", ({ request }) => {
      asked.push(new URL(request.url).search);
      return new HttpResponse("таблица");
    }),
  );
  const saved = catchDownloads();
  await person.click(screen.getByRole("button", { name: "Выгрузить" }));
  await waitFor(() => expect(saved.files).toHaveLength(1));
  expect(asked.map((search) => Object.fromEntries(new URLSearchParams(search)))).toEqual([
    { list: "priceQueries", search: "Рассвет" },
  ]);
  saved.restore();
});
