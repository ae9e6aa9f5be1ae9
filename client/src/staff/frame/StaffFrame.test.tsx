import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { makeCatalog, makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { CatalogState, CatalogType } from "@/trade/enums";

function open(address: string) {
  signIn(makeUser({ managerOfHouseIds: [1] }));
  const running = makeCatalog({ state: CatalogState.InProcess, catalogType: CatalogType.Classic });
  server.use(
    http.get("*/api/catalog", () => json(pageOf([running]))),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse())),
  );
  return { person: userEvent.setup(), ...renderApp(address) };
}

it("leads from an address that does not exist to the first section", async () => {
  const { container } = open("/house-account/1/nowhere");
  expect(await screen.findByRole("heading", { level: 1, name: "Страница не найдена" })).toBeVisible();
  expect(screen.getByRole("link", { name: "В раздел «Сегодня»" })).toHaveAttribute(
    "href",
    "/house-account/1/today",
  );
  await expectAccessible(container);
});

it("has the running sale among all sections of a phone", async () => {
  const { person } = open("/house-account/1/nowhere");
  await person.click(await screen.findByRole("button", { name: "Ещё" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Разделы кабинета" }));
  expect(await drawer.findByRole("link", { name: "Открыть пульт" })).toBeVisible();
  expect(drawer.getByRole("link", { name: "Лоты" })).toBeVisible();
});

it("marks the section of the address in a phone's bar, and «Ещё» for one that has no tab", async () => {
  const { router } = open("/house-account/1/nowhere");
  const bar = within(await screen.findByRole("navigation", { name: "Быстрые переходы" }));
  expect(bar.getByRole("button", { name: "Ещё" })).toHaveAttribute("aria-current", "true");
  await router.navigate("/house-account/1/catalogs/nowhere");
  await waitFor(() =>
    expect(bar.getByRole("link", { name: "Каталоги" })).toHaveAttribute("aria-current", "page"),
  );
  expect(bar.getByRole("button", { name: "Ещё" })).not.toHaveAttribute("aria-current");
});
