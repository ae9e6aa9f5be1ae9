import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { HouseInvitation, HouseRequest, HouseStaff } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { at, DAY, makeCatalog, makeFullCatalog, makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { makeGridLot } from "@/testing/grid";
import { makePriceQuery, makeResult } from "@/testing/house";
import { makeOrder } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn, world as site } from "@/testing/server";
import { CatalogState, Currency, LotState, OrderStatus } from "@/trade/enums";

const elena: HouseStaff = {
  userId: 4,
  displayName: "Елена Мирская",
  eMail: "elena@example.org",
  phone: null,
  photo: { iconId: null },
  isManager: true,
  isNewsmaker: false,
  isOwner: false,
  isShown: false,
};

const invited: HouseInvitation = {
  id: 3,
  role: "manager",
  catalogId: null,
  number: null,
  email: "boris@example.org",
  created: at(-DAY),
  expires: at(29 * DAY),
};

function open(section: string, user = makeUser({ ownerOfHouseIds: [1] })) {
  signIn(user);
  const house = makeFullHouse({
    isGallery: true,
    paymentAndDelivery: { commission: 15, text: "<p>Счёт</p>" },
  });
  const sent: { call: string; body: unknown }[] = [];
  const take = async ({ request }: { request: Request }) => {
    const text = await request.text();
    sent.push({
      call: `${request.method} ${new URL(request.url).pathname}`,
      body: text === "" ? null : JSON.parse(text),
    });
    return new Response(null, { status: 204 });
  };
  server.use(
    http.get("*/api/house/orders", () =>
      json(pageOf([makeOrder({ orderId: 9, displayName: "Денис Хомутов", status: 0 })])),
    ),
    http.get("*/api/house/:id/staff", () => json([elena])),
    http.get("*/api/house/:id/invitations", () => json([invited])),
    http.delete("*/api/house/:id/invitations/:invitation", take),
    http.get("*/api/house/:id", () => json(house)),
    http.post("*/api/house", async ({ request }) => {
      const body = (await request.json()) as HouseRequest;
      sent.push({ call: "POST /api/house", body });
      return json({ ...house, address: body.address ?? null });
    }),
    http.get("*/api/accounts/untrusted", () =>
      json([
        {
          userId: 5,
          displayName: "Роман Зотов",
          eMail: "roman@example.org",
          login: null,
          created: at(-DAY),
          reason: "Не выкупил лот",
          addedBy: "Елена Мирская",
        },
      ]),
    ),
    http.post("*/api/accounts/manager/unregister", take),
    http.post("*/api/accounts/newsmaker", take),
    http.delete("*/api/accounts/untrusted/:house/:user", take),
    http.post("*/api/accounts/untrusted", async ({ request }) => {
      await take({ request });
      return json({
        userId: 5,
        displayName: "Роман Зотов",
        eMail: "roman@example.org",
        login: null,
        created: at(0),
        reason: null,
        addedBy: "Елена Мирская",
      });
    }),
    http.get("*/api/catalog/:id", ({ params }) =>
      json(
        makeFullCatalog({ id: Number(params.id), auctioneers: [], isAutoStart: false, startDate: at(DAY) }),
      ),
    ),
    http.get("*/api/house/:id/grid", () => json([makeGridLot({ img: null })])),
  );
  return { sent, person: userEvent.setup(), ...renderApp(`/house-account/1/${section}`) };
}

describe("today", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  function inOneColumn() {
    const wide = window.matchMedia;
    vi.stubGlobal("matchMedia", (query: string) => ({
      ...wide(query),
      matches: query === "(max-width: 77.5em)",
    }));
  }

  it("shows who waits, what runs and comes, and what is wrong with it", async () => {
    site.catalogs = [
      makeCatalog({ id: 10, lotsCount: 214 }),
      makeCatalog({ id: 17, title: "Пейзаж", state: CatalogState.Scheduled, startDate: at(DAY) }),
    ];
    server.use(
      http.get("*/api/trade/results/10", () =>
        json({
          currency: Currency.Rub,
          commission: 10,
          lots: [
            makeResult({ id: 1, state: LotState.Sold }, 30_000),
            makeResult({ id: 2, state: LotState.NotSold }),
            makeResult({ id: 3, state: LotState.InProcess }),
          ],
        }),
      ),
    );
    const { container } = open("today");
    expect(await screen.findByText("Денис Хомутов")).toBeInTheDocument();
    const wrong = within(await screen.findByRole("region", { name: "Требует внимания" }));
    expect(await wrong.findByText(/Без фотографий/)).toBeInTheDocument();
    expect(wrong.getByText(/Не назначен аукционист/)).toBeInTheDocument();
    expect(wrong.getAllByRole("link", { name: "Исправить" })[0]).toHaveAttribute(
      "href",
      expect.stringMatching(/^\/house-account\/1\/lots\/\d+\?field=pictures$/),
    );
    const now = within(screen.getByRole("region", { name: "Идёт сейчас" }));
    expect(await now.findByText("2 из 214")).toBeInTheDocument();
    expect(now.getByText("50 %")).toBeInTheDocument();
    expect(now.getByText("30 000 ₽")).toBeInTheDocument();
    await expectAccessible(container);
  });

  it("shows its blocks once all are known, so that none moves another", async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    open("today");
    server.use(
      http.get("*/api/house/orders", async () => {
        await asked;
        return json(pageOf([]));
      }),
    );
    expect(await screen.findByRole("status", { name: "Загрузка" })).toBeInTheDocument();
    expect(screen.queryByRole("heading", { level: 2 })).not.toBeInTheDocument();
    answer();
    expect(await screen.findByText(/Все заявки разобраны. Новые/)).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "Ближайшие торги" })).toBeInTheDocument();
  });

  it.each([
    { what: "requests for prices", path: "*/api/queries/house/1", block: "Заявки на участие" },
    { what: "results", path: "*/api/trade/results/:id", block: "Ближайшие торги" },
    { what: "invitations", path: "*/api/house/:id/invitations", block: "Ближайшие торги" },
  ])("keeps its blocks in one column while $what do not load", async ({ path, block }) => {
    inOneColumn();
    site.catalogs = [
      makeCatalog({ id: 9, state: CatalogState.Completed, soldCount: 2 }),
      makeCatalog({ id: 17, title: "Пейзаж", state: CatalogState.Scheduled, startDate: at(DAY) }),
    ];
    const { client } = open("today");
    let calls = 0;
    server.use(
      http.get(path, () => {
        calls += 1;
        return problem(422);
      }),
    );
    const heading = await screen.findByRole("heading", { name: block });
    await waitFor(() => expect(client.isFetching()).toBe(0));
    const asked = calls;
    expect(asked).toBeGreaterThan(0);
    // Once more, as every half a minute.
    await client.refetchQueries({ type: "active" });
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(heading).toBeVisible();
    expect(calls).toBe(asked + 1);
  });

  it("has what runs before what waits, where both are in one column", async () => {
    inOneColumn();
    site.catalogs = [makeCatalog({ id: 10 })];
    open("today");
    const runs = await screen.findByRole("heading", { name: "Идёт сейчас" });
    const waits = screen.getByRole("heading", { name: "Заявки на участие" });
    expect(runs.compareDocumentPosition(waits)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("asks for as many registration requests as it shows, and for others in the place of decided ones", async () => {
    const waiting = [9, 8, 7, 6, 5, 4].map((orderId) =>
      makeOrder({ orderId, displayName: `Участник ${orderId}`, status: OrderStatus.Pending }),
    );
    const sizes: (string | null)[] = [];
    const { person } = open("today");
    server.use(
      http.get("*/api/house/orders", ({ request }) => {
        const size = new URL(request.url).searchParams.get("pageSize");
        sizes.push(size);
        return json(pageOf(waiting.slice(0, Number(size)), { totalCount: waiting.length }));
      }),
      http.get("*/api/house/orders/:id/history", () =>
        json({ sales: 0, bets: 0, won: 0, paid: 0, rejections: 0, purchases: [] }),
      ),
    );
    const block = within(await screen.findByRole("region", { name: "Заявки на участие" }));
    const names = () => block.queryAllByText(/^Участник/).map(({ textContent }) => textContent);
    const four = (...ids: number[]) => expect(names()).toEqual(ids.map((id) => `Участник ${id}`));
    await waitFor(() => four(9, 8, 7, 6));
    expect(new Set(sizes)).toEqual(new Set(["4"]));
    await person.click(block.getAllByRole("button", { name: "Подтвердить" })[0] as HTMLElement);
    await waitFor(() => four(8, 7, 6, 5));
    await person.click(await screen.findByRole("button", { name: "Отменить" }));
    await waitFor(() => four(9, 8, 7, 6));
  });

  it("shows the requests for prices, what the last sale brought and what is not paid for", async () => {
    const past = { state: CatalogState.Completed, soldCount: 2 };
    site.catalogs = [
      makeCatalog({ ...past, id: 3, title: "Графика", endDate: at(-30 * DAY) }),
      makeCatalog({ ...past, id: 4, title: "Пейзаж", endDate: at(-DAY) }),
      makeCatalog({ ...past, id: 5, title: "Без продаж", endDate: at(0), soldCount: 0 }),
    ];
    server.use(
      http.get("*/api/queries/house/1", ({ request }) => {
        expect(new URL(request.url).searchParams.get("sort")).toBe("created");
        const waiting = [7, 8, 9, 10, 11].map((id) => makePriceQuery({ id, lotTitleRu: `Лот ${id}` }));
        return json(pageOf(waiting, { totalCount: 22, totalPages: 2 }));
      }),
      http.get("*/api/trade/results/:id", ({ params }) =>
        json({
          currency: Currency.Rub,
          commission: 10,
          lots: [
            makeResult({ id: 1, state: LotState.Paid }, 20_000),
            makeResult({ id: 2, state: params.id === "4" ? LotState.Sold : LotState.Paid }, 30_000),
          ],
        }),
      ),
    );
    const { container } = open("today");
    const queries = within(await screen.findByRole("region", { name: "Запросы цены" }));
    expect(await queries.findByText("Лот 7")).toBeInTheDocument();
    expect(queries.getByRole("link", { name: "Ответить: Ольга Пронина, Лот 8" })).toHaveAttribute(
      "href",
      "/house-account/1/queries?query=8",
    );
    expect(
      queries.getAllByRole("link", { name: /^Ответить/ }).map((link) => link.getAttribute("aria-label")),
    ).toEqual([7, 8, 9, 10].map((id) => `Ответить: Ольга Пронина, Лот ${id}`));
    expect(queries.getByRole("link", { name: "Все запросы" })).toBeInTheDocument();
    const money = within(screen.getByRole("region", { name: "Деньги последних торгов" }));
    expect(money.getByText("Пейзаж")).toBeInTheDocument();
    const figure = async (name: RegExp) => (await money.findByText(name)).nextElementSibling;
    expect(await figure(/^Продано, 2.лота$/)).toHaveTextContent("50 000 ₽");
    expect(await figure(/^Комиссия 10/)).toHaveTextContent("5 000 ₽");
    expect(await figure(/^Оплачено, 1.лот$/)).toHaveTextContent("20 000 ₽");
    expect(await figure(/^Ждём оплаты без.комиссии, 1.лот$/)).toHaveTextContent("30 000 ₽");
    const wrong = within(screen.getByRole("region", { name: "Требует внимания" }));
    expect(await wrong.findByText(/^1.лот продан .*, оплаты ещё нет$/)).toBeInTheDocument();
    expect(wrong.getByText(/^«Пейзаж», на 30.000.₽/)).toBeInTheDocument();
    expect(wrong.queryByText(/Графика/)).not.toBeInTheDocument();
    expect(wrong.getByRole("link", { name: "Открыть" })).toHaveAttribute(
      "href",
      "/house-account/1/results?catalog=4&among=owed",
    );
    await expectAccessible(container);
  });
});

describe("catalogs", () => {
  it("are a table with its filters in the address", async () => {
    const { person, router, container } = open("catalogs");
    const table = await screen.findByRole("table", { name: "Каталоги дома" });
    const row = await within(table).findByRole("row", { name: /Русская живопись и графика/ });
    expect(within(row).getByText("Идёт")).toBeInTheDocument();
    await expectAccessible(container);
    await person.type(screen.getByRole("searchbox", { name: "Найти каталог" }), "живо");
    await waitFor(() => expect(router.location.search).toBe("?search=%D0%B6%D0%B8%D0%B2%D0%BE"));
    row.focus();
    await person.keyboard("{Enter}");
    await waitFor(() => expect(router.location.pathname).toBe("/house-account/1/catalogs/10"));
  });

  it("keep a view under a name", async () => {
    const { person } = open("catalogs?scope=future");
    await person.click(await screen.findByRole("button", { name: "Виды" }));
    await person.click(await screen.findByRole("menuitem", { name: "Сохранить этот вид" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Сохранить вид" }));
    await person.type(dialog.getByRole("textbox", { name: "Название" }), "Будущие");
    await person.click(dialog.getByRole("button", { name: "Сохранить" }));
    expect(await screen.findByRole("button", { name: "Будущие" })).toBeInTheDocument();
    expect(site.settings).toEqual([{ list: "catalogs", name: "Будущие", value: "scope=future" }]);
    await person.click(screen.getByRole("button", { name: "Будущие" }));
    await person.click(await screen.findByRole("menuitem", { name: "Удалить вид «Будущие»" }));
    await waitFor(() => expect(site.settings).toEqual([]));
    await person.click(await screen.findByRole("button", { name: "Отменить" }));
    await waitFor(() => expect(site.settings).toHaveLength(1));
  });

  it("say in their menu that the views did not load, and ask again", async () => {
    site.settings = [{ list: "catalogs", name: "Будущие", value: "scope=future" }];
    const { person } = open("catalogs");
    let fails = true;
    server.use(http.get("*/api/settings", () => (fails ? problem(422) : undefined)));
    await person.click(await screen.findByRole("button", { name: "Виды" }));
    const again = await screen.findByRole("menuitem", { name: "Виды не загрузились. Повторить" });
    expect(screen.getByRole("menuitem", { name: "Сохранить этот вид" })).toBeDisabled();
    await expectAccessible(document.body);
    fails = false;
    await person.click(again);
    expect(await screen.findByRole("menuitem", { name: "Будущие" })).toBeVisible();
  });

  it("say so when nothing fits the filters, and drop them", async () => {
    site.catalogs = [];
    const { person, router } = open("catalogs?search=ничего");
    await person.click(await screen.findByRole("button", { name: "Сбросить фильтры" }));
    expect(router.location.search).toBe("");
    expect(await screen.findByText("Каталогов пока нет")).toBeInTheDocument();
  });
});

describe("the profile", () => {
  beforeAll(() => import("./ProfilePage"), 60_000);

  it("is saved whole, with the usual steps as none of its own", async () => {
    const { sent, person, container } = open("profile");
    const address = await screen.findByRole("textbox", { name: "Адрес" });
    await expectAccessible(container);
    await person.clear(address);
    await person.type(address, "Москва");
    await person.keyboard("{Control>}[KeyS]{/Control}");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      id: 1,
      address: "Москва",
      phone: "78120000000",
      stepsTable: null,
      paymentAndDelivery: { commission: 15, text: "<p>Счёт</p>" },
    });
  });

  it("reads the edited step back in words", async () => {
    const { person } = open("profile");
    await person.click(await screen.findByRole("textbox", { name: "Строка 7: шаг" }));
    expect(screen.getByText(/С 5.000.₽ шаг 500.₽\./)).toBeInTheDocument();
  });

  it("leaves the switches to admins", async () => {
    open("profile");
    const block = within(await screen.findByRole("region", { name: "Разделы" }));
    expect(block.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Галерея включена",
      "Запасник выключен",
      "ПостАукцион выключен",
    ]);
    expect(block.getByText("Включает и выключает разделы администратор площадки.")).toBeVisible();
    expect(block.queryByRole("switch")).not.toBeInTheDocument();
  });
});

describe("the staff", () => {
  it("is shown with its roles, and leaves after a question", async () => {
    const { sent, person, container } = open("staff");
    expect(await screen.findByText("Елена Мирская")).toBeInTheDocument();
    await expectAccessible(container);
    await person.click(screen.getByRole("button", { name: "Снять: менеджер" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Снять роль?" }));
    await person.click(dialog.getByRole("button", { name: "Снять" }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          call: "POST /api/accounts/manager/unregister",
          body: { houseId: 1, email: "elena@example.org" },
        },
      ]),
    );
  });

  it("is invited, and an invitation without an answer is withdrawn", async () => {
    const { sent, person } = open("staff");
    await person.click(
      await screen.findByRole("button", { name: "Отозвать приглашение: boris@example.org" }),
    );
    expect(await screen.findByText("Приглашение отозвано")).toBeInTheDocument();
    expect(sent).toEqual([{ call: "DELETE /api/house/1/invitations/3", body: null }]);
  });

  it("is only shown to managers", async () => {
    open("staff", makeUser({ managerOfHouseIds: [1] }));
    expect(await screen.findByText("Елена Мирская")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Пригласить" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Снять/ })).not.toBeInTheDocument();
  });
});

describe("the untrusted list", () => {
  it("takes a person off, and puts them back within ten seconds", async () => {
    const { sent, person, container } = open("untrusted");
    await person.click(await screen.findByRole("button", { name: "Убрать из списка" }));
    await expectAccessible(container);
    await person.click(await screen.findByRole("button", { name: "Отменить" }));
    await waitFor(() =>
      expect(sent).toEqual([
        { call: "DELETE /api/accounts/untrusted/1/5", body: null },
        {
          call: "POST /api/accounts/untrusted",
          body: { houseId: 1, email: "roman@example.org", reason: "Не выкупил лот" },
        },
      ]),
    );
  });

  it("puts a person on it with a reason", async () => {
    const { sent, person, container } = open("untrusted");
    expect(await screen.findByText("Не выкупил лот")).toBeVisible();
    expect(screen.getByRole("cell", { name: "Елена Мирская" })).toBeVisible();
    await person.type(screen.getByRole("textbox", { name: "E-mail или телефон" }), "79000000008");
    expect(screen.getByRole("button", { name: "Добавить" })).toBeDisabled();
    await person.type(screen.getByRole("textbox", { name: "Причина" }), "Грубит в чате");
    await expectAccessible(container);
    await person.click(screen.getByRole("button", { name: "Добавить" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Добавить в особый список?" }));
    await person.click(dialog.getByRole("button", { name: "Добавить" }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          call: "POST /api/accounts/untrusted",
          body: { houseId: 1, login: "79000000008", reason: "Грубит в чате" },
        },
      ]),
    );
  });
});
