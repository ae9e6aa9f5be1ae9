import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { api, call } from "@/lib/api/client";
import { makeFullLot, makeUser } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";
import { onOtherTab, readToken } from "./token";

afterEach(() => {
  vi.useRealTimers();
  server.events.removeAllListeners();
});

/** Simulates a change in another tab: the `storage` event arrives first, then the cookie. */
function otherTab(token: string | null): void {
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "session-changed" })));
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = token === null ? "token=; Path=/; Max-Age=0" : `token=${token}; Path=/`;
}

const person = (name: string) => screen.findByRole("button", { name });
const visitor = () => screen.findAllByRole("button", { name: "Войти" });

/** Records every API response from now on, as status and path. */
function answers(): string[] {
  const told: string[] = [];
  server.events.on("response:mocked", ({ request, response }) => {
    told.push(`${response.status} ${new URL(request.url).pathname}`);
  });
  return told;
}

it("follows a logout and a login as someone else in another tab", async () => {
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

it("retries a session that could not be loaded, and refreshes it every five minutes", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  signIn(makeUser({ displayName: "Анна Иванова" }));
  server.use(http.post("*/api/whoami", () => problem(503)));
  renderApp("/about");
  await visitor();
  const whoami = (displayName: string) =>
    server.use(http.post("*/api/whoami", () => json(makeUser({ displayName }))));
  whoami("Анна Иванова");
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await person("Анна Иванова");
  whoami("Анна Орлова");
  await act(() => vi.advanceTimersByTimeAsync(300_000));
  await person("Анна Орлова");
});

it("follows another tab that changed the token while the page was loading", () => {
  signIn(makeUser());
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = "token=her-token; Path=/";
  const listener = vi.fn();
  onOtherTab(listener)();
  onOtherTab(listener)();
  expect(listener).toHaveBeenCalledOnce();
});

it("the dialog of a page that asks to sign in closes with a login in another tab", async () => {
  renderApp("/account");
  await screen.findByRole("dialog", { name: "Вход" });
  world.user = makeUser({ displayName: "Анна Иванова" });
  otherTab("her-token");
  await person("Анна Иванова");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("ends the session on a 401 even if another tab has already dropped the token", async () => {
  signIn(makeUser({ displayName: "Анна Иванова" }));
  renderApp("/about");
  await person("Анна Иванова");
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = "token=; Path=/; Max-Age=0";
  server.use(http.get("*/api/trade/bet/my", () => problem(401, { title: "not_authenticated" })));
  await act(() => call(api.GET("/api/trade/bet/my")).catch(() => undefined));
  await visitor();
});

it("stops account queries on logout and refetches what visitors see", async () => {
  const mine = (body: object) =>
    world.user ? json(body as never) : problem(401, { title: "not_authenticated" });
  server.use(
    http.get("*/api/favorites", () => mine({ items: [], totalCount: 0 })),
    http.get("*/api/trade/evening", () => mine(world.evening)),
    http.get("*/api/queries/my", () => mine({ items: [], totalCount: 0 })),
    http.get("*/api/trade/bet/my", () => mine({ items: [], totalCount: 0 })),
    // The page after the logout.
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
