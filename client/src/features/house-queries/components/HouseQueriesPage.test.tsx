import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { catchDownloads } from "@/testing/downloads";
import { makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { makePriceQuery } from "@/testing/house";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { PriceQueryStatus } from "@/trade/enums";

const query = makePriceQuery({ lotTitleRu: "Рассвет на Волге" });

function open(search = "") {
  signIn(makeUser({ managerOfHouseIds: [1] }));
  const sent: unknown[] = [];
  let queries = [query];
  server.use(
    http.get("*/api/catalog", () => json(pageOf([]))),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse())),
    http.get("*/api/queries/house/1", ({ request }) => {
      const words = new URL(request.url).searchParams.get("search") ?? "";
      return json(pageOf(queries.filter(({ lotTitleRu }) => lotTitleRu.includes(words))));
    }),
    http.post("*/api/queries", async ({ request }) => {
      sent.push(await request.json());
      queries = [];
      return json(query);
    }),
  );
  return { sent, person: userEvent.setup(), ...renderApp(`/house-account/1/queries${search}`) };
}

it("answers a request, from a template if there is one", async () => {
  const { sent, person, container } = open();
  expect(await screen.findByText("Сколько стоит?")).toBeVisible();
  await expectAccessible(container);
  await person.click(screen.getByRole("button", { name: "Шаблон" }));
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
  await person.click(await screen.findByRole("button", { name: /Ответить/ }));
  expect(screen.getByText("Напишите ответ")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Отказать" }));
  await waitFor(() => expect(screen.queryByText("Сколько стоит?")).not.toBeInTheDocument());
  await person.click(screen.getByRole("button", { name: "Отменить" }));
  expect(await screen.findByText("Сколько стоит?")).toBeVisible();
  expect(sent).toEqual([]);
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
  const field = screen.getByRole("searchbox", { name: "Найти запрос" });
  await person.clear(field);
  await person.type(field, "Рассвет{Enter}");
  expect(await screen.findByText("Сколько стоит?")).toBeVisible();
  expect(new URLSearchParams(router.state.location.search).get("search")).toBe("Рассвет");
});

it("saves the requests of the list as a table", async () => {
  const { person } = open();
  await screen.findByText("Сколько стоит?");
  const saved = catchDownloads();
  await person.click(screen.getByRole("button", { name: "Выгрузить" }));
  await waitFor(() => expect(saved.files).toHaveLength(1));
  expect(await saved.files[0]?.text()).toContain(
    "Рассвет на Волге;Ольга Пронина;79161234567;olga@example.org;Сколько стоит?;Ожидает ответа;",
  );
  saved.restore();
});
