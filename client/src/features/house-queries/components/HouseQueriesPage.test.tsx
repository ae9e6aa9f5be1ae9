import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { PriceQuery } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { catchDownloads } from "@/testing/downloads";
import { makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { makePriceQuery } from "@/testing/house";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";
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
  expect(row("Иван Седов").closest("tr")).toHaveAttribute("aria-current", "true");
  expect(screen.getByRole("textbox", { name: /Ответ на запрос/ })).toHaveValue("");
  await person.click(row(query.displayName));
  expect(screen.getByRole("textbox", { name: /Ответ на запрос/ })).toHaveValue("Цена");
  await person.click(screen.getByRole("button", { name: "Ответить" }));
  await waitFor(() => expect(new URLSearchParams(router.location.search).get("query")).toBe("10"));
});

const other = makePriceQuery({ id: 10, displayName: "Иван Седов", lotTitleRu: "Ваза" });
const leave = () => window.dispatchEvent(new Event("pagehide"));
const bulk = () => within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));

/** Opens the question for the text with which those selected are refused. */
async function askRefusal(person: ReturnType<typeof userEvent.setup>, name: string | RegExp) {
  await person.click(bulk().getByRole("button", { name }));
  return within(await screen.findByRole("dialog", { name: /^Отказать: / }));
}

it("refuses several at once with one text or none, and sends no begun answer", async () => {
  const { sent, person } = open("", [query, other, makePriceQuery({ id: 11, displayName: "Анна Белова" })]);
  await openOf(person, query.displayName);
  await person.type(await screen.findByRole("textbox", { name: /Ответ на запрос/ }), "Цена 12");
  await person.click(screen.getByRole("checkbox", { name: /^Выбрать: Ольга Пронина/ }));
  await person.click(screen.getByRole("checkbox", { name: /^Выбрать: Иван Седов/ }));
  let dialog = await askRefusal(person, "Отказать");
  await expectAccessible(document.body);
  await person.type(dialog.getByRole("textbox", { name: "Ответ" }), " Лоты сняты с продажи ");
  await person.click(dialog.getByRole("button", { name: "Отказать" }));
  await waitFor(() => expect(screen.queryByText("Иван Седов")).not.toBeInTheDocument());
  await person.click(screen.getByRole("checkbox", { name: "Выбрать все на странице" }));
  dialog = await askRefusal(person, "Отказать");
  expect(dialog.getByRole("textbox", { name: "Ответ" })).toHaveValue("");
  await person.click(dialog.getByRole("button", { name: "Отказать" }));
  expect(await screen.findByText("Все запросы разобраны")).toBeVisible();
  leave();
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent).toEqual(
    [
      [9, "Лоты сняты с продажи"],
      [10, "Лоты сняты с продажи"],
      [11, null],
    ].map(([id, answer]) => ({ id, status: PriceQueryStatus.Rejected, answer })),
  );
});

it("says which of several refusals failed, and sends the others", async () => {
  const { sent, person } = open("", [query, other]);
  server.use(
    http.post("*/api/queries", async ({ request }) => {
      const { id } = (await request.clone().json()) as { id: number };
      return id === 10 ? problem(409, { detail: "На запрос уже ответили" }) : undefined;
    }),
  );
  await person.click(await screen.findByRole("checkbox", { name: "Выбрать все на странице" }));
  const dialog = await askRefusal(person, "Отказать");
  await person.click(dialog.getByRole("button", { name: "Отказать" }));
  leave();
  expect(
    await screen.findByText(
      /^Отказ не отправлен: 1.запрос из 2 \(Иван Седов, Ваза\)\. На запрос уже ответили$/,
    ),
  ).toBeVisible();
  expect(sent).toMatchObject([{ id: 9 }]);
});

it("does not refuse what a colleague has answered since it was selected", async () => {
  let status: PriceQuery["status"] = PriceQueryStatus.Created;
  const { person, client } = open("?status=all", [query]);
  server.use(http.get("*/api/queries/house/1", () => json(pageOf([{ ...query, status }, other]))));
  await person.click(await screen.findByRole("checkbox", { name: "Выбрать все на странице" }));
  expect(bulk().getByRole("button", { name: "Отказать" })).toBeVisible();
  status = PriceQueryStatus.Processed;
  await client.invalidateQueries({ queryKey: ["queries"] });
  // The house has sent what the person who asked has received.
  expect(await screen.findByRole("cell", { name: "Ответ отправлен" })).toBeVisible();
  expect(bulk().getByRole("button", { name: "Отказать ожидающим: 1" })).toBeVisible();
  expect(screen.getByRole("radio", { name: /^Ответ отправлен/ })).toBeInTheDocument();
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
    expect(Object.fromEntries(new URLSearchParams(router.location.search))).toEqual({
      search: "Ваза",
      status: "all",
    }),
  );
  const field = screen.getByRole("searchbox", { name: "Лот, имя, слова" });
  await person.clear(field);
  await person.type(field, "Рассвет{Enter}");
  expect(await screen.findByText("Сколько стоит?")).toBeVisible();
  expect(new URLSearchParams(router.location.search).get("search")).toBe("Рассвет");
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
  expect(router.location.search).toBe("?status=all&sort=name");
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

it.each([
  ["one of the house's", "Доставка", "Доставим в Казань."],
  ["one that every house begins with", "Продан", expect.stringContaining("лот уже продан")],
])("warns before a template replaces %s, which can be taken back", async (_whose, name, before) => {
  world.settings = [{ list: "answers", name: "Доставка", value: "Доставим в Казань." }];
  const { person } = open();
  await openOf(person, query.displayName);
  await person.type(await screen.findByRole("textbox", { name: /Ответ на запрос/ }), "Самовывоз");
  await person.click(screen.getByRole("button", { name: "Шаблон" }));
  await person.click(await screen.findByRole("menuitem", { name: "Сохранить ответ как шаблон" }));
  const field = await screen.findByRole("textbox", { name: "Название" });
  expect(field).not.toHaveAccessibleDescription(/уже есть/);
  await person.type(field, name);
  expect(field).toHaveAccessibleDescription(/^Такой шаблон уже есть: он заменится/);
  await person.click(screen.getByRole("button", { name: "Заменить" }));
  const kept = (value: unknown) =>
    waitFor(() => expect(world.settings.at(-1)).toEqual({ list: "answers", name, value }));
  await kept("Самовывоз");
  await person.click(await screen.findByRole("button", { name: "Отменить" }));
  await kept(before);
});

it("says that the templates did not load, and asks again", async () => {
  world.settings = [{ list: "answers", name: "Доставка", value: "Доставим в Казань." }];
  const { person } = open();
  let fails = true;
  server.use(http.get("*/api/settings", () => (fails ? problem(422) : undefined)));
  await openOf(person, query.displayName);
  await person.type(await screen.findByRole("textbox", { name: /Ответ на запрос/ }), "Самовывоз");
  await person.click(await screen.findByRole("button", { name: "Шаблон" }));
  const again = await screen.findByRole("menuitem", { name: "Шаблоны не загрузились. Повторить" });
  // The house may have replaced or dropped the usual ones; a name may be taken.
  expect(screen.queryByRole("menuitem", { name: "Продан" })).not.toBeInTheDocument();
  expect(screen.getByRole("menuitem", { name: "Сохранить ответ как шаблон" })).toBeDisabled();
  fails = false;
  await person.click(again);
  expect(await screen.findByRole("menuitem", { name: "Доставка" })).toBeVisible();
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
