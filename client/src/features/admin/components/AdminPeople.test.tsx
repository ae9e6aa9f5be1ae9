import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { AccountInfo } from "@/lib/api/types";
import { makeAccount } from "@/testing/admin";
import { expectAccessible } from "@/testing/axe";
import { at, DAY, HOUR, makeHouse, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";

const admin = makeUser({ displayName: "Игорь Савельев", isAdmin: true, roles: 4096, hasSecondFactor: true });

interface Held {
  accounts: AccountInfo[];
  asked: URLSearchParams[];
  /** Calls that changed something, with their bodies. */
  sent: [string, unknown][];
}

function open(path: string, accounts: AccountInfo[], user = admin) {
  signIn(user);
  const held: Held = { accounts, asked: [], sent: [] };
  world.houses = [makeHouse({ id: 1, nameRu: "Покровский и сыновья" })];
  const record = (name: string) =>
    http.post(`*/api/accounts/${name}`, async ({ request }) => {
      held.sent.push([name, await request.json()]);
      return new HttpResponse(null, { status: 204 });
    });
  server.use(
    http.get("*/api/accounts", ({ request }) => {
      const query = new URL(request.url).searchParams;
      held.asked.push(query);
      const deleted = query.get("deleted") === "true";
      return json(pageOf(held.accounts.filter((account) => (account.deleted !== null) === deleted)));
    }),
    http.get("*/api/accounts/:id/sessions", () =>
      json([
        {
          id: 5,
          created: at(-DAY),
          lastSeen: at(-HOUR),
          address: "192.0.2.7",
          userAgent: "Mozilla/5.0 (iPhone) Safari/605",
          name: null,
          isCurrent: false,
        },
      ]),
    ),
    http.delete("*/api/accounts/:id/sessions", ({ params }) => {
      held.sent.push(["sessions", params.id]);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete("*/api/accounts/:id", ({ params }) => {
      held.sent.push(["delete", params.id]);
      held.accounts = held.accounts.map((account) => ({
        ...account,
        deleted: at(0),
        restorableUntil: at(30 * DAY),
      }));
      return new HttpResponse(null, { status: 204 });
    }),
    record("owner"),
    record("manager/unregister"),
    record("manager"),
    record("dev"),
    record("restore"),
  );
  return { held, person: userEvent.setup(), ...renderApp(path) };
}

describe("the admin area", () => {
  it.each([
    ["a visitor", null],
    ["a manager of a house", makeUser({ managerOfHouseIds: [1] })],
  ])("does not exist for %s", async (_who, user) => {
    if (user) signIn(user);
    renderApp("/admin/users");
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
    expect(screen.queryByRole("navigation", { name: "Разделы администрирования" })).not.toBeInTheDocument();
  });

  it.each([
    ["/admin", "/admin/users"],
    ["/admin/8", "/admin/staff"],
  ])("%s leads to %s", async (from, to) => {
    const { router } = open(from, [makeAccount()]);
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
  });

  it("has no section by an unknown number", async () => {
    open("/admin/9", [makeAccount()]);
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
  });
});

describe("users", () => {
  it("are searched and filtered by the server", async () => {
    const { held, person, container } = open("/admin/users", [makeAccount()]);
    expect(
      await screen.findByRole("row", { name: /Анна Иванова.*\+7 \(916\) 123-45-67.*Участник/ }),
    ).toBeVisible();
    await expectAccessible(container);
    await person.type(
      screen.getByRole("searchbox", { name: "Имя, телефон, e-mail или номер" }),
      "анна{Enter}",
    );
    await waitFor(() => expect(held.asked.at(-1)?.get("search")).toBe("анна"));
    await person.click(screen.getByRole("combobox", { name: "Кто" }));
    await person.click(await screen.findByRole("option", { name: "Администраторы" }));
    await waitFor(() => expect(held.asked.at(-1)?.get("role")).toBe("4096"));
  });

  it("are saved as a spreadsheet with the filters of the list", async () => {
    const asked: string[] = [];
    const { person } = open("/admin/users?kind=admin&search=анна", [makeAccount()]);
    server.use(
      http.post("*/api/admin/accounts/export", ({ request }) => {
        asked.push(decodeURIComponent(new URL(request.url).search));
        return HttpResponse.arrayBuffer(new ArrayBuffer(4));
      }),
    );
    const save = vi.fn().mockReturnValue("blob:x");
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: save, revokeObjectURL: vi.fn() }));
    await person.click(await screen.findByRole("button", { name: "Выгрузить" }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(asked).toEqual(["?search=анна&role=4096&staff=false&deleted=false"]);
    vi.unstubAllGlobals();
  });

  it("open with their contacts, rights and logins", async () => {
    const { held, person, container } = open("/admin/users?id=12", [
      makeAccount({ managerOfHouseIds: [1], isEMailConfirmed: false }),
    ]);
    const panel = within(await screen.findByRole("dialog", { name: "Пользователь" }));
    expect(await panel.findByText("anna@example.org")).toBeVisible();
    expect(panel.getByText("Не подтверждён")).toBeVisible();
    expect(await panel.findByText("Покровский и сыновья")).toBeVisible();
    expect(await panel.findByText("Safari, iPhone")).toBeVisible();
    await expectAccessible(container);

    await person.click(panel.getByRole("button", { name: "Снять: Менеджер, Покровский и сыновья" }));
    await person.click(await screen.findByRole("button", { name: "Снять" }));
    await waitFor(() =>
      expect(held.sent).toEqual([["manager/unregister", { number: "79161234567", houseId: 1 }]]),
    );
  });

  it("are named by a contact that they have confirmed", async () => {
    const { held, person } = open("/admin/users?id=12", [
      makeAccount({ managerOfHouseIds: [1], isPhoneConfirmed: false }),
    ]);
    await person.click(await screen.findByRole("button", { name: "Снять: Менеджер, Покровский и сыновья" }));
    await person.click(await screen.findByRole("button", { name: "Снять" }));
    await waitFor(() =>
      expect(held.sent).toEqual([["manager/unregister", { email: "anna@example.org", houseId: 1 }]]),
    );
  });

  it("are invited as owners of a house", async () => {
    const { held, person } = open("/admin/users?id=12", [makeAccount({ login: null })]);
    await person.click(await screen.findByRole("button", { name: "Пригласить" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Пригласить в дом" }));
    await person.click(dialog.getByRole("button", { name: "Пригласить" }));
    expect(await dialog.findByText("Выберите дом")).toBeVisible();
    await person.click(dialog.getByRole("combobox", { name: "Дом" }));
    await person.click(await screen.findByRole("option", { name: "Покровский и сыновья" }));
    await person.click(dialog.getByRole("combobox", { name: "Роль" }));
    await person.click(await screen.findByRole("option", { name: "Владелец" }));
    await person.click(dialog.getByRole("button", { name: "Пригласить" }));
    await waitFor(() => expect(held.sent).toEqual([["owner", { email: "anna@example.org", houseId: 1 }]]));
  });

  it("are logged out everywhere, deleted and restored", async () => {
    const { held, person } = open("/admin/users?id=12", [makeAccount()]);
    await person.click(await screen.findByRole("button", { name: "Закончить все входы" }));
    await person.click(await screen.findByRole("button", { name: "Закончить" }));
    await waitFor(() => expect(held.sent).toEqual([["sessions", "12"]]));

    await person.click(screen.getByRole("button", { name: "Удалить" }));
    const asked = within(await screen.findByRole("dialog", { name: "Удалить учётную запись?" }));
    await person.click(asked.getByRole("button", { name: "Удалить" }));
    await person.click(await screen.findByRole("button", { name: "Восстановить" }));
    await waitFor(() => expect(held.sent.at(-1)).toEqual(["restore", { id: 12 }]));
  });

  it("are not entered twice: the server's fault stands in the form", async () => {
    const { person } = open("/admin/users", [makeAccount()]);
    server.use(
      http.post("*/api/accounts/create", () =>
        problem(422, {
          title: "validation_failed",
          detail: "Проверьте поля",
          errors: { number: ["Неверный номер"] },
        }),
      ),
    );
    await person.click(await screen.findByRole("button", { name: "Завести" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Новый пользователь" }));
    await person.type(dialog.getByRole("textbox", { name: "Имя" }), "Пётр");
    await person.type(dialog.getByRole("textbox", { name: "Телефон" }), "12");
    await person.click(dialog.getByRole("button", { name: "Завести" }));
    expect(await dialog.findByText("Неверный номер")).toBeVisible();
    expect(dialog.getByRole("textbox", { name: "Имя" })).toHaveValue("Пётр");
  });
});

it("the staff of all houses stand with their houses and roles", async () => {
  const { held, container } = open("/admin/staff", [
    makeAccount({ ownerOfHouseIds: [1], auctioneerOfCatalogIds: [7] }),
  ]);
  expect(await screen.findByText("Покровский и сыновья: владелец")).toBeVisible();
  expect(screen.getByText("Торги № 7: аукционист")).toBeVisible();
  expect(held.asked.at(-1)?.get("staff")).toBe("true");
  await expectAccessible(container);
});
