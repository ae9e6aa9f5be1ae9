import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { AccountInfo, MergeSide } from "@/lib/api/types";
import { makeAccount } from "@/testing/admin";
import { expectAccessible } from "@/testing/axe";
import { at, DAY, HOUR, makeHouse, makeLot, makeUser, pageOf } from "@/testing/factories";
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
  it("asks a visitor to sign in, and stays", async () => {
    const { router } = renderApp("/admin/users");
    expect(await screen.findByRole("dialog", { name: "Вход" })).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "Администрирование", hidden: true })).toBeInTheDocument();
    expect(router.location.pathname).toBe("/admin/users");
  });

  it("does not exist for a manager of a house", async () => {
    signIn(makeUser({ managerOfHouseIds: [1] }));
    renderApp("/admin/users");
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
    expect(screen.queryByRole("navigation", { name: "Разделы администрирования" })).not.toBeInTheDocument();
  });

  it.each([
    ["/admin", "/admin/users"],
    ["/admin/8", "/admin/staff"],
  ])("%s leads to %s", async (from, to) => {
    const { router } = open(from, [makeAccount()]);
    await waitFor(() => expect(router.location.pathname).toBe(to));
  });

  it("has no section by an unknown number", async () => {
    open("/admin/9", [makeAccount()]);
    expect(await screen.findByRole("heading", { level: 1, name: "Страница не найдена" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "В раздел «Пользователи»" })).toHaveAttribute(
      "href",
      "/admin/users",
    );
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

  it("are saved as a spreadsheet with the filters and the order of the list", async () => {
    const asked: string[] = [];
    const { person } = open("/admin/users?kind=admin&search=анна&sort=-seen", [makeAccount()]);
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
    expect(asked).toEqual(["?search=анна&role=4096&staff=false&deleted=false&sort=-seen"]);
    vi.unstubAllGlobals();
  });

  it("are sorted by a heading, by press and by key, and by the address", async () => {
    const { held, person, router, container } = open("/admin/users?page=2", [makeAccount()]);
    const heading = () => screen.findByRole("columnheader", { name: "Имя и контакты" });
    expect(await heading()).toHaveAttribute("aria-sort", "none");
    const press = within(await heading()).getByRole("button");
    await person.click(press);
    await waitFor(() => expect(held.asked.at(-1)?.get("sort")).toBe("name"));
    // Another order begins with its first page.
    expect(router.location.search).toBe("?sort=name");
    expect(await heading()).toHaveAttribute("aria-sort", "ascending");
    expect(press).toHaveFocus();
    await person.keyboard("{Enter}");
    await waitFor(() => expect(held.asked.at(-1)?.get("sort")).toBe("-name"));
    expect(await heading()).toHaveAttribute("aria-sort", "descending");
    await person.keyboard(" ");
    expect(router.location.search).toBe("");
    expect(await heading()).toHaveAttribute("aria-sort", "none");
    // The latest come first.
    await person.click(screen.getByRole("button", { name: "Последний визит (МСК)" }));
    await waitFor(() => expect(held.asked.at(-1)?.get("sort")).toBe("-seen"));
    await expectAccessible(container);
  });

  it("stand in the server's order where the address names one that they do not have", async () => {
    const { held } = open("/admin/users?sort=weight", [makeAccount()]);
    await screen.findByRole("columnheader", { name: "Имя и контакты" });
    expect(held.asked.at(-1)?.has("sort")).toBe(false);
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
    await person.click(await screen.findByRole("button", { name: "Добавить пользователя" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Новый пользователь" }));
    await person.type(dialog.getByRole("textbox", { name: "Имя" }), "Пётр");
    await person.type(dialog.getByRole("textbox", { name: "Телефон" }), "12");
    await person.click(dialog.getByRole("button", { name: "Добавить" }));
    expect(await dialog.findByText("Неверный номер")).toBeVisible();
    expect(dialog.getByRole("textbox", { name: "Имя" })).toHaveValue("Пётр");
  });
});

it.each([
  [/^Анна Иванова/, "/admin/users?id=12"],
  [/^Портрет Анны.* · Осень$/, "/admin/bets?lot=5"],
])("the command box finds people and lots, and opens them in this area: %s", async (found, to) => {
  server.use(
    http.get("*/api/catalog", () => json(pageOf([]))),
    http.post("*/api/lots/search", () =>
      json(pageOf([makeLot({ id: 5, titleRu: "Портрет Анны", catalogTitle: "Осень" })])),
    ),
  );
  const { held, person, router } = open("/admin/houses", [makeAccount({ displayName: "Анна Иванова" })]);
  await screen.findByRole("navigation", { name: "Разделы администрирования" });
  await person.keyboard("{Control>}[KeyK]{/Control}");
  await person.type(await screen.findByRole("textbox", { name: /^Лот, человек/ }), "анн");
  const box = within(screen.getByRole("dialog", { name: "Поиск по кабинету" }));
  await person.click(await box.findByRole("button", { name: found }));
  expect(held.asked.at(0)?.get("search")).toBe("анн");
  await waitFor(() => {
    const { pathname, search } = router.location;
    expect(`${pathname}${search}`).toBe(to);
  });
});

it("the command box does not offer the list on the page while it searches", async () => {
  const { person } = open("/admin/users", [makeAccount({ displayName: "Денис Хомутов" })]);
  await screen.findByRole("row", { name: /^Денис Хомутов/ });
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/catalog", () => json(pageOf([]))),
    http.post("*/api/lots/search", () => json(pageOf([]))),
    http.get("*/api/accounts", async ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("search"));
      await delay("infinite");
    }),
  );
  await person.keyboard("{Control>}[KeyK]{/Control}");
  await person.type(await screen.findByRole("textbox", { name: /^Лот, человек/ }), "ма");
  await waitFor(() => expect(asked).toContain("ма"));
  const box = within(screen.getByRole("dialog", { name: "Поиск по кабинету" }));
  expect(box.queryByRole("button", { name: /^Денис Хомутов/ })).not.toBeInTheDocument();
});

it("the staff of all houses stand with their houses and roles", async () => {
  const { held, container } = open("/admin/staff", [
    makeAccount({ ownerOfHouseIds: [1], auctioneerOfCatalogs: [{ id: 7, title: "Осень" }] }),
  ]);
  expect(await screen.findByText("Покровский и сыновья: владелец")).toBeVisible();
  expect(screen.getByText("Торги «Осень»: аукционист")).toBeVisible();
  expect(held.asked.at(-1)?.get("staff")).toBe("true");
  await expectAccessible(container);
});

describe("two accounts of one person", () => {
  const side = (account: AccountInfo, more: Partial<MergeSide> = {}): MergeSide => ({
    account,
    sessions: 0,
    favourites: 0,
    subscriptions: 0,
    registrations: 0,
    trusted: 0,
    untrusted: 0,
    priceQueries: 0,
    notifications: 0,
    bets: 0,
    purchases: 0,
    ...more,
  });
  const first = makeAccount();
  const second = makeAccount({
    id: 15,
    displayName: "Иванова А.",
    login: null,
    eMail: "a.ivanova@example.org",
  });

  function serve(obstacles: string[]) {
    const merged: unknown[] = [];
    server.use(
      http.get("*/api/admin/accounts/merge", ({ request }) => {
        const isKept = new URL(request.url).searchParams.get("keptId") === "12";
        const [kept, double] = isKept ? [first, second] : [second, first];
        return json({ kept: side(kept), double: side(double, { favourites: 4, bets: 2 }), obstacles });
      }),
      http.post("*/api/admin/accounts/merge", async ({ request }) => {
        merged.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    return merged;
  }

  it("are chosen, compared and merged, once the admin is sure", async () => {
    const { person, container, router } = open("/admin/users?id=12", [first, second]);
    const merged = serve([]);
    await person.click(await screen.findByRole("link", { name: "Объединить с другой" }));
    // The list has a field of the same name, and stays until the page has loaded.
    await screen.findByRole("heading", { name: /^Это один человек\?/ });
    await person.type(
      await screen.findByRole("searchbox", { name: "Имя, телефон, e-mail или номер" }),
      "иванова{Enter}",
    );
    await person.click(await screen.findByRole("button", { name: "Выбрать: Иванова А., № 15" }));
    expect(await screen.findByRole("row", { name: "Избранное 0 4 всё, без повторов" })).toBeVisible();
    expect(screen.getByRole("row", { name: "Ставки 0 2 видны как свои" })).toBeVisible();
    expect(screen.queryByRole("row", { name: /^Покупки/ })).not.toBeInTheDocument();
    expect(
      screen.getByText(
        /^Без изменений: открытые входы, подписки,.* доверие домов, особые списки, .* покупки$/,
      ),
    ).toBeVisible();
    const button = screen.getByRole("button", { name: "Объединить" });
    expect(button).toBeDisabled();
    await expectAccessible(container);
    await person.click(screen.getByRole("checkbox", { name: "Это один человек, и он об этом знает" }));
    await person.click(button);
    await waitFor(() => expect(merged).toEqual([{ keptId: 12, doubleId: 15 }]));
    await waitFor(() => expect(router.location.search).toBe("?id=12"));
  });

  it("say what stands in the way, and change sides", async () => {
    const { person, router } = open("/admin/users/merge?kept=12&double=15", [first, second]);
    serve(["Присоединяемая запись участвует в торгах «Осень»"]);
    expect(await screen.findByText("Присоединяемая запись участвует в торгах «Осень»")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Объединить" })).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Поменять местами" }));
    await waitFor(() => expect(router.location.search).toBe("?kept=15&double=12"));
  });

  it("leave a trace at the one that was merged", async () => {
    open("/admin/users?id=15", [{ ...second, deleted: at(-HOUR), mergedInto: 12 }]);
    expect(await screen.findByRole("link", { name: "записи № 12" })).toHaveAttribute(
      "href",
      "/admin/users?id=12",
    );
  });
});
