import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { makeLot, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";

describe("the consent", () => {
  it("is asked on the first visit, and remembered", async () => {
    renderApp("/about", { consent: false });
    const dialog = within(await screen.findByRole("dialog", { name: "Добро пожаловать" }));
    expect(dialog.getByText("Сервис предназначен только для лиц старше 18 лет.")).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Мне есть 18, принимаю" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(document.cookie).toContain("consent=1");
  });

  it("declined, tells for whom the service is; no key gets around it, but one may reconsider", async () => {
    renderApp("/about", { consent: false });
    await userEvent.click(await screen.findByRole("button", { name: "Отказаться" }));
    expect(await screen.findByText("Ресурс предназначен только для лиц старше 18 лет.")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(screen.getByText("Ресурс предназначен только для лиц старше 18 лет.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Вернуться" }));
    expect(await screen.findByRole("button", { name: "Мне есть 18, принимаю" })).toBeVisible();
    expect(document.cookie).not.toContain("consent=1");
  });
});

describe("the user's button", () => {
  it("offers the login to a visitor", async () => {
    renderApp("/about");
    expect(await screen.findAllByRole("button", { name: "Войти" })).not.toHaveLength(0);
    expect(screen.queryByRole("link", { name: /Избранное, / })).not.toBeInTheDocument();
  });

  it("signs out, forgets the token and what the account saw, and returns home", async () => {
    signIn(makeUser());
    const { router, client } = renderApp("/about");
    client.setQueryData(["bets"], "of the account");
    await userEvent.click(await screen.findByRole("button", { name: "Анна Иванова" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Выйти" }));
    await waitFor(() => expect(router.location.pathname).toBe("/"));
    expect(document.cookie).not.toContain("token=");
    expect(client.getQueryData(["bets"])).toBeUndefined();
    expect(await screen.findAllByRole("button", { name: "Войти" })).not.toHaveLength(0);
  });

  it("shows a visitor once the server no longer knows the token", async () => {
    signIn(makeUser());
    server.use(http.get("*/api/favorites", () => problem(401, { title: "not_authenticated" })));
    renderApp("/about");
    await waitFor(() => expect(document.cookie).not.toContain("token="));
    expect(await screen.findAllByRole("button", { name: "Войти" })).not.toHaveLength(0);
  });

  it("counts the favourites", async () => {
    signIn(makeUser());
    server.use(http.get("*/api/favorites", () => json(pageOf([makeLot()], { totalCount: 7 }))));
    renderApp("/about");
    expect(await screen.findByRole("link", { name: /Избранное, 7.лотов/ })).toBeVisible();
  });
});

describe("the menus", () => {
  it("open a section's pages by keyboard, and close with Escape", async () => {
    renderApp("/about");
    const toggle = await screen.findByRole("button", { name: "Подразделы: Галереи" });
    await userEvent.click(toggle);
    expect(screen.getByRole("link", { name: "Ювелирные" })).toHaveAttribute("href", "/galleries/jewelry");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("link", { name: "Ювелирные" })).not.toBeInTheDocument();
    expect(toggle).toHaveFocus();
  });

  it("have the categories but not the special ones, in the drawer with all their subcategories", async () => {
    renderApp("/about");
    await userEvent.click(await screen.findByRole("button", { name: "Все категории" }));
    const drawer = within(await screen.findByRole("dialog", { name: "Аукционный зал" }));
    expect(await drawer.findByText("Скульптура")).toBeInTheDocument();
    expect(drawer.getByText("Пейзаж")).toBeInTheDocument();
    expect(drawer.queryByText("Особые")).not.toBeInTheDocument();
  });

  it("send a visitor's tap on favourites to the login, and on to favourites after it", async () => {
    renderApp("/about");
    const bar = within(await screen.findByRole("navigation", { name: "Быстрые переходы" }));
    await userEvent.click(bar.getByRole("button", { name: "Избранное" }));
    expect(await screen.findByRole("dialog", { name: "Вход" })).toBeVisible();
  });
});

it("an unknown address says so and shows a way on", async () => {
  renderApp("/no-such-page");
  expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Смотреть аукционы" })).toHaveAttribute("href", "/auctions");
});

it.each([
  "/about",
  "/faq/3/x",
  "/glossary",
  "/mobile-app",
  "/partners",
  "/auctions",
  "/galleries/modern",
  "/buy",
])("%s passes axe", async (path) => {
  const { container } = renderApp(path);
  await screen.findByRole("heading", { level: 1 });
  await screen.findByRole("link", { name: "Живопись" });
  await expectAccessible(container);
});
