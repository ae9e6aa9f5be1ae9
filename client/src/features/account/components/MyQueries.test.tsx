import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { at, makeUser, pageOf } from "@/testing/factories";
import { makePriceQuery } from "@/testing/house";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { PriceQueryStatus } from "@/trade/enums";

const waiting = makePriceQuery({ id: 3, lotTitleRu: "Рассвет на Волге" });
const answered = makePriceQuery({
  id: 2,
  targetId: 13,
  lotTitleRu: "Лунная ночь",
  status: PriceQueryStatus.Processed,
  answer: "120 000 ₽",
  answered: at(0),
});
const refused = makePriceQuery({
  id: 1,
  targetId: 14,
  lotTitleRu: "Ваза",
  status: PriceQueryStatus.Rejected,
});

function open() {
  signIn(makeUser());
  const held = { queries: [waiting, answered, refused] };
  server.use(
    http.get("*/api/queries/my", () => json(pageOf(held.queries))),
    http.delete("*/api/queries/:id", ({ params }) => {
      held.queries = held.queries.filter(({ id }) => id !== Number(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { person: userEvent.setup(), ...renderApp("/account?p=queries") };
}

const row = async (lot: string) =>
  within((await screen.findByRole("link", { name: lot })).closest("li") as HTMLElement);

it("the user sees their price requests with the houses' answers", async () => {
  const { container } = open();
  expect((await row("Рассвет на Волге")).getByText("Ожидает ответа")).toBeInTheDocument();
  const said = await row("Лунная ночь");
  expect(said.getByText("Ответ получен")).toBeInTheDocument();
  expect(said.getByText(/^Ответ дома, .*: 120 000 ₽$/)).toBeInTheDocument();
  expect((await row("Ваза")).getByText("Отказано")).toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1, name: "Запросы цен" })).toBeInTheDocument();
  await expectAccessible(container);
});

it("an open request is withdrawn, an answered one taken off the list, both once they are confirmed", async () => {
  const { person } = open();
  await person.click(await screen.findByRole("button", { name: "Отозвать запрос: Рассвет на Волге" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Отозвать запрос?" }));
  await person.click(dialog.getByRole("button", { name: "Не надо" }));
  expect(screen.getByRole("link", { name: "Рассвет на Волге" })).toBeInTheDocument();
  for (const [button, title, action, lot] of [
    ["Отозвать запрос: Рассвет на Волге", "Отозвать запрос?", "Отозвать", "Рассвет на Волге"],
    ["Убрать запрос: Лунная ночь", "Убрать запрос из списка?", "Убрать", "Лунная ночь"],
  ] as const) {
    await person.click(screen.getByRole("button", { name: button }));
    const asking = within(await screen.findByRole("dialog", { name: title }));
    await person.click(asking.getByRole("button", { name: action }));
    await expect.poll(() => screen.queryByRole("link", { name: lot })).toBeNull();
  }
  expect(screen.getByRole("link", { name: "Ваза" })).toBeInTheDocument();
});

it("without requests it leads to what can be asked for", async () => {
  signIn(makeUser());
  renderApp("/account?p=queries");
  expect(await screen.findByText("Запросов пока нет")).toBeInTheDocument();
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name: "Купить сейчас" })).toHaveAttribute("href", "/buy");
});
