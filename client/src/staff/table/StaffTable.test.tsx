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

function open() {
  signIn(makeUser({ managerOfHouseIds: [1] }));
  const forgiven: string[] = [];
  let people = [person(1, "Роман Зотов"), person(2, "Павел Гринёв"), person(3, "Марина Дашкевич")];
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

it("has cards on a phone, of which several are selected and acted on at once", async () => {
  const wide = window.matchMedia;
  vi.stubGlobal("matchMedia", (query: string) => ({
    ...wide(query),
    matches: query === "(max-width: 720px)",
  }));
  try {
    const { forgiven, person, container } = open();
    const cards = within(await screen.findByRole("list", { name: "Особый список" }));
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
    // The mode ends with the act.
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
