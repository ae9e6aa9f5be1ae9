import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import type { GridCell, Lot } from "@/lib/api/types";
import { categories, makeCatalog, makeFullHouse, makeFullLot, makeUser, pageOf } from "@/testing/factories";
import { makeGridLot } from "@/testing/grid";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { CatalogState, Currency } from "@/trade/enums";

const lot = makeFullLot({ id: 1, catalogId: 10, catalogLotId: 1, titleRu: "Рассвет" });

/** Saves wait until the test answers them. */
function open(address: string) {
  signIn(makeUser({ ownerOfHouseIds: [1] }));
  const held = {
    lot: lot as Lot,
    made: 0,
    sent: [] as GridCell[][],
    answers: [] as ((response: Response) => void)[],
  };
  const answered = () => new Promise<Response>((resolve) => held.answers.push(resolve));
  server.use(
    http.get("*/api/classificator", () => json(categories)),
    http.get("*/api/catalog/house/1", () =>
      json(pageOf([makeCatalog({ id: 10, state: CatalogState.Temporary, currency: Currency.Eur })])),
    ),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse())),
    http.get("*/api/house/1/grid", () =>
      json([makeGridLot({ id: 1, catalogLotId: 1 }), makeGridLot({ id: 2, catalogLotId: 2 })]),
    ),
    http.put("*/api/house/1/grid", async ({ request }) => {
      const { changes } = (await request.json()) as { changes: { cells: GridCell[] }[] };
      const cells = changes[0]?.cells ?? [];
      held.sent.push(cells);
      const response = await answered();
      const text = (field: string) => cells.find((cell) => cell.field === field)?.now;
      if (response.ok) {
        held.lot = {
          ...held.lot,
          titleRu: text("titleRu") ?? held.lot.titleRu,
          weight: text("weight") ?? held.lot.weight,
        };
      }
      return response;
    }),
    http.get("*/api/lots/:id", ({ params }) => json({ ...held.lot, id: Number(params.id) })),
    http.post("*/api/lots", async () => {
      held.made += 1;
      return answered();
    }),
    http.post("*/api/author", () => json([])),
  );
  const person = userEvent.setup();
  const answer = async (response: Response = json({ lots: [], refused: [] })) => {
    await waitFor(() => expect(held.answers).toHaveLength(1));
    held.answers.shift()?.(response);
  };
  const save = () => person.keyboard("{Control>}s{/Control}");
  return { held, person, answer, save, ...renderApp(address) };
}

const field = (name: string) => screen.findByRole("textbox", { name });

it("keeps what is typed while a save is under way", async () => {
  const { held, person, answer, save } = open("/house-account/1/lots/1");
  await person.type(await field("Название"), " в степи");
  await save();
  await waitFor(() => expect(held.sent).toHaveLength(1));
  await person.type(await field("Вес"), "2 кг");
  await answer();
  expect(await screen.findByText("Лот сохранён")).toBeVisible();
  expect(await field("Вес")).toHaveValue("2 кг");
  expect(await field("Название")).toHaveValue("Рассвет в степи");
  await save();
  await waitFor(() => expect(held.sent[1]).toEqual([{ field: "weight", was: null, now: "2 кг" }]));
  await answer();
});

it("lets nobody leave during a save until all is stored", async () => {
  const { held, person, answer, save, router } = open("/house-account/1/lots/1");
  await person.type(await field("Название"), "!");
  await save();
  await waitFor(() => expect(held.sent).toHaveLength(1));
  await router.navigate("/house-account/1/orders");
  expect(await screen.findByText("Изменения не сохранены")).toBeVisible();
  await answer(problem(503));
  await waitFor(() => expect(router.location.pathname).toBe("/house-account/1/lots/1"));
  await person.click(screen.getByRole("button", { name: "Остаться" }));
  expect(await field("Название")).toHaveValue("Рассвет!");

  await save();
  await waitFor(() => expect(held.sent).toHaveLength(2));
  await router.navigate("/house-account/1/orders");
  await answer();
  await waitFor(() => expect(router.location.pathname).toBe("/house-account/1/orders"));
});

it("goes on to the next lot only with the save that was asked to", async () => {
  const { held, person, answer, save, router } = open("/house-account/1/lots/1");
  await person.type(await field("Название"), "!");
  await person.keyboard("{Control>}{Enter}{/Control}");
  await answer(problem(503));
  await waitFor(() => expect(held.sent).toHaveLength(1));
  await screen.findByRole("alert");
  await save();
  await answer();
  expect(await screen.findByText("Лот сохранён")).toBeVisible();
  expect(router.location.pathname).toBe("/house-account/1/lots/1");

  await person.type(await field("Название"), "!");
  await person.keyboard("{Control>}{Enter}{/Control}");
  await answer();
  await waitFor(() => expect(router.location.pathname).toBe("/house-account/1/lots/2"));
});

it("asks before it goes on to another new lot without what was typed meanwhile", async () => {
  const { held, person, answer, router } = open("/house-account/1/lots/new?catalog=10");
  await person.type(await field("Название"), "Ваза");
  await person.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(held.made).toBe(1));
  await person.type(await field("Вес"), "2 кг");
  await answer(json({ ...held.lot, id: 7 }));
  await person.click(await screen.findByRole("button", { name: "Остаться" }));
  expect(await field("Вес")).toHaveValue("2 кг");
  expect(router.location.search).toBe("?catalog=10");
});

it("makes one lot in the catalog's currency, whatever is typed meanwhile", async () => {
  const { held, person, answer, save, router } = open("/house-account/1/lots/new?catalog=10");
  expect(await field("Старт, €")).toBeVisible();
  await person.type(await field("Название"), "Ваза");
  await save();
  await waitFor(() => expect(held.made).toBe(1));
  await person.type(await field("Вес"), "2 кг");
  held.lot = { ...lot, titleRu: "Ваза" };
  await answer(json({ ...held.lot, id: 7 }));
  await person.click(await screen.findByRole("button", { name: "Остаться" }));
  await save();
  await waitFor(() => expect(held.sent[0]).toContainEqual({ field: "weight", was: null, now: "2 кг" }));
  await answer();
  await waitFor(() => expect(router.location.pathname).toBe("/house-account/1/lots/7"));
  expect(held.made).toBe(1);
});

it.each([
  ["visible in a draft", false, "Скрыть", "hide"],
  ["hidden itself", true, "Показать", "show"],
])("hides or shows a lot by its own mark: %s", async (_what, hidden, name, action) => {
  const { held, person } = open("/house-account/1/lots/1");
  // Of a draft, it is true for every lot.
  held.lot = { ...lot, hidden: true };
  const calls: unknown[] = [];
  server.use(
    http.get("*/api/house/1/grid", () => json([makeGridLot({ id: 1, catalogLotId: 1, hidden })])),
    http.post("*/api/lots/1/:action", ({ params }) => {
      calls.push(params.action);
      return json({});
    }),
  );
  await person.click(await screen.findByRole("button", { name }));
  await waitFor(() => expect(calls).toEqual([action]));
});

it("offers neither to hide nor to show a lot whose own mark is not known", async () => {
  const { held } = open("/house-account/1/lots/1");
  held.lot = { ...lot, hidden: true };
  server.use(http.get("*/api/house/1/grid", () => problem(503)));
  expect(await screen.findByRole("button", { name: "Дублировать" })).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: /^(Показать|Скрыть)$/ })).not.toBeInTheDocument(),
  );
});

it("keeps the places of the buttons that wait for the lot's row, and of the one at its end", async () => {
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { held } = open("/house-account/1/lots/1");
  held.lot = { ...lot, hidden: true };
  server.use(
    http.get("*/api/house/1/grid", async () => {
      await asked;
      return json([makeGridLot({ id: 1, catalogLotId: 1 }), makeGridLot({ id: 2, catalogLotId: 2 })]);
    }),
  );
  const next = await screen.findByRole("button", { name: "Следующий лот" });
  const waiting = [next, ...["Предыдущий лот", "Скрыть"].map((name) => screen.getByRole("button", { name }))];
  waiting.push(screen.getByRole("button", { name: /^Сохранить и открыть следующий/ }));
  for (const button of waiting) expect(button).toBeDisabled();
  answer();
  expect(await screen.findByText("1 из 2")).toBeVisible();
  expect(screen.getByRole("link", { name: "Следующий лот" })).toHaveAttribute(
    "href",
    "/house-account/1/lots/2",
  );
  expect(screen.getByRole("button", { name: "Предыдущий лот" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Скрыть" })).toBeEnabled();
});
