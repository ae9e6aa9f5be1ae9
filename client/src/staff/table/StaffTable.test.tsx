import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import type { UntrustedUser } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { at, DAY, makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";

const person = (userId: number, displayName: string): UntrustedUser => ({
  userId,
  displayName,
  login: `7900000000${userId}`,
  eMail: null,
  created: at(-DAY),
  reason: "Не выкупил лот",
  addedBy: "Елена Мирская",
});

const few = [person(1, "Роман Зотов"), person(2, "Павел Гринёв"), person(3, "Марина Дашкевич")];

function open(all = few) {
  signIn(makeUser({ managerOfHouseIds: [1] }));
  const forgiven: string[] = [];
  let people = all;
  server.use(
    http.get("*/api/catalog", () => json(pageOf([]))),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse())),
    http.get("*/api/accounts/untrusted", () => json(people)),
    http.delete("*/api/accounts/untrusted/1/:userId", ({ params }) => {
      forgiven.push(String(params.userId));
      people = people.filter(({ userId }) => String(userId) !== params.userId);
      return json({});
    }),
  );
  return { forgiven, person: userEvent.setup(), ...renderApp("/house-account/1/untrusted") };
}

const box = (name: string) => screen.findByRole("checkbox", { name: `Выбрать: ${name}` });
const bar = () => within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));
const noBar = () =>
  waitFor(() =>
    expect(screen.queryByRole("toolbar", { name: "Действия с выбранными" })).not.toBeInTheDocument(),
  );
/** More than a page has. */
const many = Array.from({ length: 26 }, (_, at) => person(at + 1, `Участник ${at + 1}`));
const last = person(27, "Ян Белов");

it("has cards on a phone, of which several are selected and acted on at once", async () => {
  const wide = window.matchMedia;
  vi.stubGlobal("matchMedia", (query: string) => ({
    ...wide(query),
    matches: query === "(max-width: 45em)",
  }));
  try {
    const { forgiven, person, container } = open();
    const cards = within(await screen.findByRole("list", { name: "Особый список" }));
    expect(screen.getByRole("combobox", { name: "Порядок" })).toHaveValue("Добавлен, сначала поздние");
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Выбрать" }));
    // The whole card is the label of its box.
    await person.click(screen.getByText("Роман Зотов"));
    await person.click(screen.getByText("Марина Дашкевич"));
    await expectAccessible(container);
    const bar = within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));
    await person.click(bar.getByRole("button", { name: "Убрать из списка" }));
    expect(await screen.findByText(/^Убраны из списка: 2.человека$/)).toBeVisible();
    expect(forgiven).toEqual(["1", "3"]);
    expect(cards.getAllByRole("listitem")).toHaveLength(1);
    // The mode ends with the action.
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  } finally {
    vi.unstubAllGlobals();
  }
});

it("searches and sorts a list that the client has whole", async () => {
  const { router } = open();
  const table = within(await screen.findByRole("table", { name: "Особый список" }));
  const names = () => table.getAllByText(/Зотов|Гринёв|Дашкевич/).map(({ textContent }) => textContent);
  expect(names()).toEqual(["Роман Зотов", "Павел Гринёв", "Марина Дашкевич"]);
  await router.navigate("/house-account/1/untrusted?sort=name");
  await waitFor(() => expect(names()).toEqual(["Марина Дашкевич", "Павел Гринёв", "Роман Зотов"]));
  await router.navigate("/house-account/1/untrusted?sort=-name");
  await waitFor(() => expect(names()).toEqual(["Роман Зотов", "Павел Гринёв", "Марина Дашкевич"]));
  await router.navigate("/house-account/1/untrusted?search=гринёв выкупил");
  await waitFor(() => expect(names()).toEqual(["Павел Гринёв"]));
});

it("drops the selection when the search or a filter changes what the list shows", async () => {
  const { person, router } = open();
  await person.click(await box("Роман Зотов"));
  expect(bar().getByText(/^1.человек$/)).toBeVisible();
  // The order changes nothing of that.
  await router.navigate("/house-account/1/untrusted?sort=name");
  await waitFor(() => expect(screen.getAllByRole("row")[1]).toHaveTextContent("Марина Дашкевич"));
  expect(bar().getByText(/^1.человек$/)).toBeVisible();
  await router.navigate("/house-account/1/untrusted?search=гринёв");
  await noBar();
  await router.navigate("/house-account/1/untrusted");
  expect(await box("Роман Зотов")).not.toBeChecked();
});

it("keeps the selection over pages, and says how many are on others", async () => {
  const { forgiven, person, router } = open(many);
  await person.click(await box("Участник 1"));
  await router.navigate("/house-account/1/untrusted?page=2");
  await person.click(await box("Участник 26"));
  expect(bar().getByText(/^2.человека, из них не на этой странице: 1$/)).toBeVisible();
  await person.click(bar().getByRole("button", { name: "Убрать из списка" }));
  expect(await screen.findByText(/^Убраны из списка: 2.человека$/)).toBeVisible();
  expect(forgiven).toEqual(["1", "26"]);
});

it("drops a selected row that is gone, here and on other pages", async () => {
  const { forgiven, person, router } = open([...few, ...many.slice(3), last]);
  await person.click(await box("Роман Зотов"));
  await person.click(await box("Павел Гринёв"));
  const row = screen.getByRole("row", { name: /Роман Зотов/ });
  await person.click(within(row).getByRole("button", { name: "Убрать из списка" }));
  await waitFor(() => expect(bar().getByText(/^1.человек$/)).toBeVisible());
  await router.navigate("/house-account/1/untrusted?page=2");
  await screen.findByText("Ян Белов");
  expect(bar().getByText(/^1.человек, из них не на этой странице: 1$/)).toBeVisible();
  await person.click(bar().getByRole("button", { name: "Убрать из списка" }));
  await waitFor(() => expect(forgiven).toEqual(["1", "2"]));
});

it("selects and clears a page of cards without those of other pages", async () => {
  const wide = window.matchMedia;
  vi.stubGlobal("matchMedia", (query: string) => ({
    ...wide(query),
    matches: query === "(max-width: 45em)",
  }));
  try {
    const { person, router, container } = open(many);
    await person.click(await screen.findByRole("button", { name: "Выбрать" }));
    await person.click(screen.getByText("Участник 1"));
    await router.navigate("/house-account/1/untrusted?page=2");
    await screen.findByText("Участник 26");
    const all = screen.getByRole("checkbox", { name: "Выбрать все на странице" });
    await person.click(all);
    expect(bar().getByText(/^2.человека, из них не на этой странице: 1$/)).toBeVisible();
    await expectAccessible(container);
    await person.click(all);
    expect(bar().getByText(/^1.человек, из них не на этой странице: 1$/)).toBeVisible();
  } finally {
    vi.unstubAllGlobals();
  }
});
