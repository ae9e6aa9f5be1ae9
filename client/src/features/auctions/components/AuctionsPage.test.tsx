import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { makeCatalog, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, server } from "@/testing/server";

beforeEach(() => {
  server.use(
    http.get("*/api/catalog", () => json(pageOf([makeCatalog()]))),
    http.get("*/api/house", () => json(pageOf([]))),
  );
});

const chips = async () =>
  within(await screen.findByRole("group", { name: "Состояние" }))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

it("offers no state that a tab beside it offers", async () => {
  const { container } = renderApp("/auctions");
  expect(await chips()).toEqual(["Идут сейчас"]);
  await expectAccessible(container);
});

it("keeps a state that the address names, until it is taken off", async () => {
  renderApp("/auctions?state=future");
  expect(await chips()).toEqual(["Идут сейчас", "Будущие"]);
  await userEvent.click(screen.getByRole("button", { name: "Будущие" }));
  expect(await chips()).toEqual(["Идут сейчас"]);
});

it("offers all states of one kind of sales", async () => {
  renderApp("/auctions/classic");
  expect(await chips()).toEqual(["Идут сейчас", "Будущие", "Завершённые"]);
});

it("corrects a page beyond the last in the address and the title", async () => {
  server.use(
    http.get("*/api/catalog", () => json({ ...pageOf([makeCatalog()]), currentPage: 3, totalPages: 3 })),
  );
  const { router } = renderApp("/auctions/classic?page=999");
  await waitFor(() => expect(router.location.search).toBe("?page=3"));
  await waitFor(() => expect(document.title).toContain("Страница 3"));
  expect(router.action).toBe("REPLACE");
});
