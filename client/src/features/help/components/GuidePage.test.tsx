import * as admin from "@docs/guide-admin.md";
import * as auctioneer from "@docs/guide-auctioneer.md";
import * as house from "@docs/guide-house.md";
import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { makeFullHouse, makeUser } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";

const guides = { house, auctioneer, admin };

describe("the guides", () => {
  beforeEach(() => server.use(http.get("*/api/house/:id", () => json(makeFullHouse()))));

  it.each([
    ["house", makeUser({ newsmakerOfHouseIds: [1] })],
    ["auctioneer", makeUser({ auctioneerOfCatalogIds: [3] })],
    ["admin", makeUser({ isAdmin: true })],
  ] as const)("are read by staff: %s", async (name, user) => {
    signIn(user);
    const { container } = renderApp(`/help/${name}`);
    expect(await screen.findByRole("heading", { level: 1, name: guides[name].title })).toBeInTheDocument();
    const contents = within(screen.getByRole("navigation", { name: "Содержание" }));
    for (const { id, text } of guides[name].headings) {
      expect(contents.getByRole("link", { name: text })).toHaveAttribute("href", `#${id}`);
      expect(container.querySelector(`[id="${id}"]`)).toHaveTextContent(text);
    }
    await expectAccessible(container);
  });

  it("shows the heading of the address", async () => {
    signIn(makeUser({ ownerOfHouseIds: [1] }));
    renderApp("/help/house#импорт");
    expect(await screen.findByRole("heading", { name: "Импорт" })).toHaveFocus();
  });

  it.each([
    ["/help/house", makeUser()],
    ["/help/admin", makeUser({ ownerOfHouseIds: [1] })],
    ["/help/other", makeUser({ isAdmin: true })],
  ])("do not exist for others: %s", async (path, user) => {
    signIn(user);
    renderApp(path);
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
  });
});
