import * as admin from "@docs/guide-admin.md";
import * as auctioneer from "@docs/guide-auctioneer.md";
import * as house from "@docs/guide-house.md";
import { screen } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { helpUrl, TOPICS, topicOf } from "@/staff/help/topics";
import { makeUser } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { routes } from "./routes";

const guides = { house, auctioneer, admin };

describe("the help of a page", () => {
  it.each(TOPICS.map((topic) => [helpUrl(topic), topic] as const))(
    "leads to a heading: %s",
    (_, { guide, heading }) => {
      expect(guides[guide].headings.map(({ id }) => id)).toContain(heading);
    },
  );

  const areas = routes
    .flatMap(({ children }) => children ?? [])
    .filter(({ path }) => path === "/admin" || path === "/house-account/:houseId");
  const pages = areas.flatMap(({ path, children = [] }) =>
    children
      // The start of an area leads to a section, `:code` to a section of the previous site, `*` nowhere.
      .filter((child) => child.path && child.path !== ":code" && child.path !== "*")
      .map((child) => `${path}/${child.path}`.replaceAll(/:\w+/g, "1")),
  );
  it.each(pages)("is there on every staff page: %s", (path) => {
    expect(topicOf(path)).not.toBeNull();
  });

  it("opens in a new tab", async () => {
    signIn(makeUser({ isAdmin: true }));
    server.use(http.get("*/api/notifications/system/messages/100", () => json([])));
    renderApp("/admin/notices");
    const link = await screen.findByRole("link", {
      name: "Справка по этой странице, откроется в новой вкладке",
    });
    expect(link).toHaveAttribute("href", "/help/admin#системные-сообщения");
    expect(link).toHaveAttribute("target", "_blank");
  });
});
