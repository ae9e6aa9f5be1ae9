import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, expect, it } from "vitest";
import { api, call } from "@/lib/api/client";
import { makeFullLot, makeUser } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";
import { readToken } from "./token";

afterEach(() => {
  server.events.removeAllListeners();
});

/** What another tab does: the browser tells of its entry, and then its cookie is this tab's. */
function otherTab(token: string | null): void {
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "session-changed" })));
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = token === null ? "token=; Path=/; Max-Age=0" : `token=${token}; Path=/`;
}

const person = (name: string) => screen.findByRole("button", { name });
const visitor = () => screen.findAllByRole("button", { name: "Войти" });

/** The API's paths that are asked from now on, with what they answer. */
function answers(): string[] {
  const told: string[] = [];
  server.events.on("response:mocked", ({ request, response }) => {
    told.push(`${response.status} ${new URL(request.url).pathname}`);
  });
  return told;
}

it("a tab follows another one: out, and in as someone else", async () => {
  signIn(makeUser({ displayName: "Анна Иванова" }));
  renderApp("/about");
  await person("Анна Иванова");
  otherTab(null);
  await visitor();
  world.user = makeUser({ id: 8, displayName: "Борис Орлов" });
  otherTab("his-token");
  await person("Борис Орлов");
  world.user = makeUser({ id: 9, displayName: "Вера Котова" });
  otherTab("her-token");
  await person("Вера Котова");
});

it("a refusal ends the session on the page, though another tab has dropped the token", async () => {
  signIn(makeUser({ displayName: "Анна Иванова" }));
  renderApp("/about");
  await person("Анна Иванова");
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = "token=; Path=/; Max-Age=0";
  server.use(http.get("*/api/trade/bet/my", () => problem(401, { title: "not_authenticated" })));
  await act(() => call(api.GET("/api/trade/bet/my")).catch(() => undefined));
  await visitor();
});

it("who logs out asks for nothing of the account any more, and what a visitor sees is read anew", async () => {
  const mine = (body: object) =>
    world.user ? json(body as never) : problem(401, { title: "not_authenticated" });
  server.use(
    http.get("*/api/favorites", () => mine({ items: [], totalCount: 0 })),
    http.get("*/api/trade/evening", () => mine(world.evening)),
    http.get("*/api/queries/my", () => mine({ items: [], totalCount: 0 })),
    http.get("*/api/trade/bet/my", () => mine({ items: [], totalCount: 0 })),
    // The page that it leads to.
    http.get("*/api/lots/:id", () => json(makeFullLot())),
    http.post("*/api/chat/:id/count", () => json(0)),
    http.post("*/api/signout", ({ request }) => {
      expect(request.headers.get("X-Token")).toBe("test-token");
      world.user = null;
      return json(null);
    }),
  );
  signIn(makeUser({ displayName: "Анна Иванова" }));
  const user = userEvent.setup();
  renderApp("/lots");
  await user.click(await person("Анна Иванова"));
  await screen.findAllByRole("article");
  const told = answers();
  await user.click(await screen.findByRole("menuitem", { name: "Выйти" }));
  await visitor();
  await waitFor(() => expect(told).toContain("200 /api/signout"));
  await waitFor(() => expect(told).toContain("200 /api/lots/search"));
  expect(told.filter((answer) => answer.startsWith("401"))).toEqual([]);
  expect(readToken()).toBeNull();
});
