import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { tellFault } from "@/components/Toast/toasts";
import { api, call } from "@/lib/api/client";
import { isCancelled } from "@/lib/api/errors";
import { expectAccessible } from "@/testing/axe";
import { makeUser } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";

interface Held {
  isProved: boolean;
  /** The bodies that arrived. */
  made: unknown[];
  proofs: string[];
}

/** A server that makes tokens only for those who proved the code 123456. */
function serveTokens(): Held {
  const held: Held = { isProved: false, made: [], proofs: [] };
  server.use(
    http.post("*/api/accounts/:id/token", async ({ request }) => {
      held.made.push(await request.json());
      if (!held.isProved) return problem(403, { title: "step_up_required", detail: "Подтвердите" });
      return json({ token: "secret" });
    }),
    http.post("*/api/accounts/second-factor/prove", async ({ request }) => {
      const { code } = (await request.json()) as { code: string };
      held.proofs.push(code);
      if (code !== "123456") return problem(404, { title: "wrong_second_factor", detail: "Неверный код" });
      held.isProved = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return held;
}

const makeToken = (name: string) =>
  call(api.POST("/api/accounts/{id}/token", { params: { path: { id: 7 } }, body: { name, days: 30 } }));

async function renderSite() {
  renderApp("/about");
  await screen.findByRole("heading", { level: 1 });
}

async function dialog() {
  return within(await screen.findByRole("dialog", { name: "Подтвердите, что это вы" }));
}

beforeEach(() => signIn(makeUser({ hasSecondFactor: true })));

it("asks for the code, and repeats the action once it is right", async () => {
  const held = serveTokens();
  const person = userEvent.setup();
  await renderSite();
  const made = makeToken("Склад");

  const asked = await dialog();
  await waitFor(() => expect(asked.getByLabelText("Код")).toHaveFocus());
  await expectAccessible(document.body);
  await person.keyboard("000000{Enter}");
  expect(await asked.findByText("Неверный код")).toBeVisible();
  await person.type(asked.getByLabelText("Код"), "123456{Enter}");

  expect(await made).toEqual({ token: "secret" });
  expect(held.proofs).toEqual(["000000", "123456"]);
  expect(held.made).toEqual([
    { name: "Склад", days: 30 },
    { name: "Склад", days: 30 },
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it.each([
  ["«Не надо»", (person: ReturnType<typeof userEvent.setup>) => person.click(screen.getByText("Не надо"))],
  ["Escape", (person: ReturnType<typeof userEvent.setup>) => person.keyboard("{Escape}")],
])("%s leaves everything as it was, without a complaint", async (_name, leave) => {
  const held = serveTokens();
  const person = userEvent.setup();
  await renderSite();
  const made = makeToken("Склад").catch((error: unknown) => error);
  await dialog();
  await leave(person);

  const error = await made;
  expect(isCancelled(error)).toBe(true);
  act(() => tellFault(error));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(held.made).toHaveLength(1);
  expect(held.proofs).toEqual([]);
});

it("asks once for actions refused together", async () => {
  const held = serveTokens();
  const person = userEvent.setup();
  await renderSite();
  const both = Promise.all([makeToken("Склад"), makeToken("Касса")]);
  const asked = await dialog();
  await waitFor(() => expect(held.made).toHaveLength(2));
  await person.type(asked.getByLabelText("Код"), "123456{Enter}");
  await both;
  expect(held.proofs).toEqual(["123456"]);
  expect(held.made).toHaveLength(4);
});

it("does not ask again when the repeated action is refused too", async () => {
  const held = serveTokens();
  server.use(
    http.post("*/api/accounts/:id/token", () =>
      problem(403, { title: "step_up_required", detail: "Подтвердите" }),
    ),
  );
  const person = userEvent.setup();
  await renderSite();
  const made = makeToken("Склад").catch((error: unknown) => error);
  await person.type((await dialog()).getByLabelText("Код"), "123456{Enter}");
  expect(await made).toMatchObject({ code: "step_up_required" });
  expect(held.proofs).toEqual(["123456"]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("shows the way to the profile on every page while the user's rights rest", async () => {
  signIn(makeUser({ isAdmin: true, mustSetSecondFactor: true }));
  await renderSite();
  const line = await screen.findByRole("complementary", { name: "Двухэтапный вход" });
  expect(within(line).getByRole("link", { name: "Включить в профиле" })).toHaveAttribute(
    "href",
    "/account/profile#second-factor",
  );
  await expectAccessible(document.body);
});

it("notices that rights have come to rest, from the answer to any call", async () => {
  const rests = problem(403, { title: "second_factor_not_set", detail: "Включите двухэтапный вход" });
  server.use(http.post("*/api/accounts/:id/token", () => rests));
  await renderSite();
  await screen.findByRole("button", { name: "Анна Иванова" });
  expect(screen.queryByRole("complementary", { name: "Двухэтапный вход" })).not.toBeInTheDocument();

  signIn(makeUser({ isAdmin: true, mustSetSecondFactor: true }));
  const error = await makeToken("Склад").catch((e: unknown) => e);
  expect(await screen.findByRole("complementary", { name: "Двухэтапный вход" })).toBeVisible();

  act(() => tellFault(error));
  const toast = await screen.findByRole("alert");
  expect(within(toast).getByRole("link", { name: "Включить в профиле" })).toHaveAttribute(
    "href",
    "/account/profile#second-factor",
  );
});
