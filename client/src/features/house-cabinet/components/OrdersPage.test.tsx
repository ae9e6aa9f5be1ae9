import type { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { HouseOrder } from "@/lib/api/types";
import { UNDO_MS } from "@/staff/actions/undo";
import { listenToAnnouncements } from "@/testing/announcements";
import { expectAccessible } from "@/testing/axe";
import { catchDownloads } from "@/testing/downloads";
import { at, DAY, MINUTE, makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { makeOrder } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { ordersKey } from "@/trade/api/myOrders";
import { OrderStatus } from "@/trade/enums";
import { orderCountsKey } from "../api/cabinet";

const denis = makeOrder({
  orderId: 9,
  displayName: "Денис Хомутов",
  phone: "79000000028",
  eMail: "denis@example.org",
  note: "Собираю графику",
  status: OrderStatus.Pending,
});
const artyom = makeOrder({ orderId: 8, displayName: "Артём Лисицын", status: OrderStatus.Pending });

const history = {
  sales: 9,
  bets: 74,
  won: 6,
  paid: 5,
  rejections: 0,
  purchases: [{ lotId: 4, titleRu: "Орбиты", value: 110_000, currency: 0, at: at(-DAY), isPaid: false }],
};

function open({ user = makeUser({ managerOfHouseIds: [1] }), path = "/house-account/1/orders" } = {}) {
  signIn(user);
  const sent: { path: string; body: unknown }[] = [];
  const world = { orders: [denis, artyom] as HouseOrder[] };
  const take = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as { orderId: number };
    sent.push({ path: new URL(request.url).pathname, body });
    world.orders = world.orders.filter(({ orderId }) => orderId !== body.orderId);
    return json(denis);
  };
  server.use(
    http.get("*/api/house/orders", ({ request }) => {
      const asked = new URL(request.url).searchParams;
      const [status, search] = [asked.get("status"), asked.get("search")?.toLowerCase() ?? ""];
      return json(
        pageOf(
          world.orders.filter(
            (order) =>
              (status === null || order.status === Number(status)) &&
              [order.displayName, order.phone].join(" ").toLowerCase().includes(search),
          ),
        ),
      );
    }),
    http.get("*/api/house/orders/:id/history", () => json(history)),
    http.get("*/api/house/:id", () => json(makeFullHouse())),
    http.post("*/api/house/orders/accept-and-trust", take),
    http.post("*/api/house/orders/:id", take),
  );
  return { sent, world, person: userEvent.setup(), ...renderApp(path) };
}

/** The decisions that wait are sent when the page is left. */
const leave = () => window.dispatchEvent(new Event("pagehide"));

it("says at a glance what the house knows of each person", async () => {
  const { world } = open();
  world.orders = [
    { ...denis, record: { paid: 3, rejections: 0, isNew: false } },
    { ...artyom, record: { paid: 0, rejections: 2, isNew: false } },
    {
      ...artyom,
      orderId: 7,
      displayName: "Марина Дашкевич",
      record: { paid: 0, rejections: 0, isNew: true },
    },
  ];
  for (const [name, mark] of [
    ["Денис Хомутов", "оплачено 3 лота"],
    ["Артём Лисицын", "2 отказа"],
    ["Марина Дашкевич", "Новый"],
  ] as const) {
    const row = await screen.findByRole("button", { name: new RegExp(`^${name}`) });
    const marks = row.textContent?.replaceAll(/\s/g, " ").match(/оплачено \d+ лота|\d+ отказа|Новый/g);
    expect(marks).toEqual([mark]);
  }
});

it("marks as new only those whose request waits", async () => {
  const { world } = open({ path: "/house-account/1/orders?status=all" });
  const record = { paid: 0, rejections: 0, isNew: true };
  world.orders = [
    { ...denis, record },
    { ...artyom, record, status: OrderStatus.Accepted },
  ];
  expect(await screen.findByRole("button", { name: /^Денис Хомутов.*Новый/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Артём Лисицын/ })).not.toHaveTextContent("Новый");
});

it("shows the state of each request only in the list of all states", async () => {
  const { world, person } = open({ path: "/house-account/1/orders?status=all" });
  const rejected = { ...artyom, orderId: 7, displayName: "Марина Дашкевич", status: OrderStatus.Rejected };
  world.orders = [denis, { ...artyom, status: OrderStatus.Accepted }, rejected];
  expect(await screen.findByRole("button", { name: /^Денис Хомутов.*Ожидает/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Артём Лисицын.*Подтвержден/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Марина Дашкевич.*Отклонен/ })).toBeVisible();
  await person.click(screen.getByRole("radio", { name: /^Отклонены/ }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Денис/ })).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: /^Марина Дашкевич/ })).not.toHaveTextContent("Отклонен");
});

describe("requests for registration", () => {
  it("are exported by the server, which journals it, with the filters of the list", async () => {
    const { person } = open({ path: "/house-account/1/orders?search=денис" });
    await screen.findByRole("button", { name: /Собираю графику/ });
    const asked: URLSearchParams[] = [];
    server.use(
      http.post("*/api/house/1/export", ({ request }) => {
        asked.push(new URL(request.url).searchParams);
        return new HttpResponse("таблица");
      }),
    );
    const saved = catchDownloads();
    await person.click(screen.getByRole("button", { name: "Выгрузить" }));
    await waitFor(() => expect(saved.files).toHaveLength(1));
    expect(asked.map((query) => Object.fromEntries(query))).toEqual([
      { list: "registrations", status: "0", search: "денис" },
    ]);
    saved.restore();
  });

  it("are counted by state, and come in the order that is chosen", async () => {
    const asked: (string | null)[] = [];
    const { person, router, container } = open();
    server.use(
      http.get("*/api/house/orders/counts", () => json({ pending: 2, accepted: 1041, rejected: 0 })),
      http.get("*/api/house/orders", ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("sort"));
        return json(pageOf([denis, artyom]));
      }),
    );
    await waitFor(() => expect(screen.getByText(/^Подтверждены/)).toHaveTextContent(/^Подтверждены, 1.041$/));
    await person.click(screen.getByRole("combobox", { name: "Порядок заявок" }));
    await person.click(await screen.findByRole("option", { name: "По имени" }));
    await waitFor(() => expect(asked).toContain("name"));
    expect(router.location.search).toBe("?sort=name");
    await expectAccessible(container);
  });

  it("have saved views, which keep the filters but not what is open", async () => {
    const { person, router } = open({ path: "/house-account/1/orders?status=all&order=8" });
    await screen.findByRole("region", { name: "Артём Лисицын" });
    await person.click(screen.getByRole("button", { name: "Виды" }));
    await person.click(await screen.findByRole("menuitem", { name: "Сохранить этот вид" }));
    await person.type(await screen.findByRole("textbox", { name: "Название" }), "Вся история{Enter}");
    await router.navigate("/house-account/1/orders");
    await person.click(await screen.findByRole("button", { name: "Виды" }));
    await person.click(await screen.findByRole("menuitem", { name: "Вся история" }));
    await waitFor(() => expect(router.location.search).toBe("?status=all"));
  });

  it("are found by a search in the address, in all states if there are none in this", async () => {
    const { world, person, router, container } = open({ path: "/house-account/1/orders?search=Иванова" });
    world.orders = [
      ...world.orders,
      makeOrder({ orderId: 7, displayName: "Ольга Иванова", status: OrderStatus.Accepted }),
    ];
    expect(await screen.findByRole("heading", { name: "Никто не найден" })).toBeVisible();
    expect(screen.getByRole("searchbox", { name: "Найти заявку" })).toHaveValue("Иванова");
    await expectAccessible(container);
    await person.click(screen.getByRole("button", { name: "Искать во всех заявках" }));
    expect(await screen.findByRole("region", { name: "Ольга Иванова" })).toBeVisible();
    await person.clear(screen.getByRole("searchbox", { name: "Найти заявку" }));
    await person.type(screen.getByRole("searchbox", { name: "Найти заявку" }), "денис{Enter}");
    expect(await screen.findByRole("region", { name: "Денис Хомутов" })).toBeVisible();
    expect(new URLSearchParams(router.location.search).get("search")).toBe("денис");
  });

  it("say who is on the untrusted list, why, and who put them there", async () => {
    const { world, container } = open();
    world.orders = [
      {
        ...denis,
        untrusted: { reason: "Не выкупил три лота", addedBy: "Елена Мирская", created: at(-DAY) },
      },
      artyom,
    ];
    const note = within(await screen.findByRole("complementary", { name: "Особый список" }));
    expect(note.getByText("Не выкупил три лота")).toBeVisible();
    expect(note.getByText(/^Елена Мирская, /)).toBeVisible();
    expect(note.getByRole("link", { name: "Особый список" })).toHaveAttribute(
      "href",
      "/house-account/1/untrusted",
    );
    expect(screen.getByText("Особый список.", { exact: false, selector: "li span" })).toBeVisible();
    await expectAccessible(container);
  });

  it("show who asks, their contacts and what they did here before", async () => {
    const { container } = open();
    const one = within(await screen.findByRole("region", { name: "Денис Хомутов" }));
    expect(one.getByRole("link", { name: "+7 (900) 000-00-28" })).toHaveAttribute("href", "tel:+79000000028");
    expect(one.getByText("Собираю графику")).toBeInTheDocument();
    expect(await one.findByText("74")).toBeInTheDocument();
    expect(one.getByRole("link", { name: "Орбиты" })).toBeInTheDocument();
    expect(one.getByText(/не оплачен/)).toBeInTheDocument();
    await expectAccessible(container);
  });

  it.each([
    [
      "a",
      "/api/house/orders/9",
      { conclusion: null, status: 1, revision: 1 },
      "Заявка подтверждена: Денис Хомутов",
    ],
    [
      "t",
      "/api/house/orders/accept-and-trust",
      { orderId: 9, conclusion: null, revision: 1 },
      "Заявка подтверждена с доверием: Денис Хомутов",
    ],
  ])("the key %s decides, and the next request opens", async (key, path, body, done) => {
    const { sent, person } = open();
    await screen.findByRole("region", { name: "Денис Хомутов" });
    await person.keyboard(key === "a" ? "[KeyA]" : "[KeyT]");
    expect(await screen.findByText(done)).toBeInTheDocument();
    expect(await screen.findByRole("region", { name: "Артём Лисицын" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Денис Хомутов/ })).not.toBeInTheDocument();
    expect(sent).toEqual([]);
    leave();
    await waitFor(() => expect(sent).toEqual([{ path, body }]));
  });

  it("the key R asks for the conclusion, and Ctrl+Enter rejects with it", async () => {
    const { sent, person } = open();
    await screen.findByRole("region", { name: "Денис Хомутов" });
    await person.keyboard("[KeyR]");
    const field = screen.getByRole("textbox", { name: "Заключение" });
    expect(field).toHaveFocus();
    await person.keyboard("Есть долг{Control>}{Enter}{/Control}");
    leave();
    await waitFor(() =>
      expect(sent).toEqual([
        { path: "/api/house/orders/9", body: { conclusion: "Есть долг", status: 2, revision: 1 } },
      ]),
    );
  });

  it("is not rejected without a word why", async () => {
    const { sent, person } = open();
    await person.click(await screen.findByRole("button", { name: /^Отклонить/ }));
    const field = screen.getByRole("textbox", { name: "Заключение" });
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(/Напишите, почему/);
    await person.click(screen.getByRole("button", { name: "Есть неоплаченные покупки в нашем доме" }));
    await person.click(screen.getByRole("button", { name: /^Отклонить/ }));
    leave();
    const conclusion = "Есть неоплаченные покупки в нашем доме";
    await waitFor(() => expect(sent).toMatchObject([{ body: { conclusion, status: 2 } }]));
  });

  it("a decision taken back is never sent", async () => {
    const { sent, person } = open();
    await person.click(await screen.findByRole("button", { name: "Подтвердить" }));
    await person.click(await screen.findByRole("button", { name: "Отменить" }));
    expect(await screen.findByRole("button", { name: /^Денис Хомутов/ })).toBeInTheDocument();
    leave();
    expect(sent).toEqual([]);
  });

  it("a decision is sent after the time for taking it back", async () => {
    const { sent, person } = open();
    const button = await screen.findByRole("button", { name: "Подтвердить" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    try {
      await person.click(button);
      await vi.advanceTimersByTimeAsync(UNDO_MS);
      await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 10_000 });
    } finally {
      vi.useRealTimers();
    }
  });

  it("many are decided at once", async () => {
    const { sent, person } = open();
    await person.click(await screen.findByRole("checkbox", { name: "Выбрать все" }));
    const bar = within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));
    await person.click(bar.getByRole("button", { name: "Подтвердить" }));
    expect(await screen.findByText("Все заявки разобраны", { selector: "h2" })).toBeInTheDocument();
    leave();
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toEqual(["/api/house/orders/9", "/api/house/orders/8"]),
    );
  });

  it("many are rejected with one conclusion, which is asked for", async () => {
    const { sent, person } = open();
    await person.click(await screen.findByRole("checkbox", { name: "Выбрать все" }));
    const bar = within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));
    await person.click(bar.getByRole("button", { name: "Отклонить" }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Отклонить: 2.заявки$/ }));
    await person.click(dialog.getByRole("button", { name: "Отклонить" }));
    expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(/Напишите, почему/);
    await expectAccessible(document.body);
    await person.click(dialog.getByRole("button", { name: "Регистрация на ближайшие торги закончена" }));
    await person.click(dialog.getByRole("button", { name: "Отклонить" }));
    leave();
    const conclusion = "Регистрация на ближайшие торги закончена";
    await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ conclusion }, { conclusion }]));
  });

  it("each is decided or refused by itself", async () => {
    const { sent, person, world } = open();
    world.orders = [denis, artyom, makeOrder({ ...artyom, orderId: 7 })];
    server.use(
      http.post("*/api/house/orders/:id", ({ params }) =>
        params.id === "7" ? undefined : problem(409, { detail: "Заявка уже отозвана" }),
      ),
    );
    await person.click(await screen.findByRole("checkbox", { name: "Выбрать все" }));
    const bar = within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));
    await person.click(bar.getByRole("button", { name: "Подтвердить" }));
    leave();
    expect(
      await screen.findByText(
        /^Решение не принято: 2.заявки из 3 \(Денис Хомутов; Артём Лисицын\)\. Заявка уже отозвана$/,
      ),
    ).toBeInTheDocument();
    expect(sent.map(({ path }) => path)).toEqual(["/api/house/orders/7"]);
  });

  it("one that is refused is named: another is open by then", async () => {
    const { person } = open();
    server.use(http.post("*/api/house/orders/9", () => problem(409, { detail: "Заявка уже отозвана" })));
    await person.click(await screen.findByRole("button", { name: "Подтвердить" }));
    await screen.findByRole("region", { name: "Артём Лисицын" });
    leave();
    expect(
      await screen.findByText("Решение не принято: Денис Хомутов. Заявка уже отозвана"),
    ).toBeInTheDocument();
  });

  it("a decision sends the revision seen, and a conflict is reported and reverted on the page", async () => {
    const { world, person } = open({ path: "/house-account/1/orders?status=all" });
    const detail = "Заявка уже подтверждена с доверием: Анна Белова, 11:40 (МСК)";
    const bodies: unknown[] = [];
    server.use(
      http.post("*/api/house/orders/9", async ({ request }) => {
        bodies.push(await request.json());
        return problem(409, { title: "changed_meanwhile", detail });
      }),
    );
    world.orders = [{ ...denis, revision: 3 }, artyom];
    await screen.findByRole("region", { name: "Денис Хомутов" });
    await person.type(screen.getByRole("textbox", { name: "Заключение" }), "Есть долг");
    await person.click(screen.getByRole("button", { name: /^Отклонить/ }));
    expect(await screen.findByText("Заявка отклонена: Денис Хомутов")).toBeVisible();
    world.orders = [{ ...denis, revision: 4, status: OrderStatus.Accepted, isTrusted: true }, artyom];
    leave();
    expect(await screen.findByText(`Решение не принято: Денис Хомутов. ${detail}`)).toBeVisible();
    expect(bodies).toEqual([{ conclusion: "Есть долг", status: OrderStatus.Rejected, revision: 3 }]);
    await waitFor(() =>
      expect(screen.queryByText("Заявка отклонена: Денис Хомутов")).not.toBeInTheDocument(),
    );
    expect(await screen.findByRole("button", { name: /^Денис Хомутов.*Подтвержден/ })).toBeVisible();
  });

  it("those decided before keep their conclusions when a whole page is accepted", async () => {
    const { sent, world, person } = open({ path: "/house-account/1/orders?status=all" });
    world.orders = [
      denis,
      artyom,
      makeOrder({
        orderId: 7,
        displayName: "Роман Зотов",
        status: OrderStatus.Rejected,
        conclusion: "Есть долг",
      }),
      makeOrder({ orderId: 6, displayName: "Ольга Иванова", status: OrderStatus.Accepted }),
    ];
    await person.click(await screen.findByRole("checkbox", { name: "Выбрать все" }));
    const bar = within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));
    expect(bar.getByRole("button", { name: "Подтвердить ожидающие и доверять: 2" })).toBeVisible();
    await person.click(bar.getByRole("button", { name: "Отклонить ожидающие: 2" }));
    const dialog = await screen.findByRole("dialog", { name: /^Отклонить: 2.заявки$/ });
    await person.click(within(dialog).getByRole("button", { name: "Не надо" }));
    await person.click(bar.getByRole("button", { name: "Подтвердить ожидающие: 2" }));
    leave();
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toEqual(["/api/house/orders/9", "/api/house/orders/8"]),
    );
  });

  it("trusting several who are accepted keeps why they were", async () => {
    const { sent, world, person } = open({ path: "/house-account/1/orders?status=accepted" });
    world.orders = [
      makeOrder({ orderId: 7, displayName: "Роман Зотов", conclusion: "Проверен по телефону" }),
      makeOrder({ orderId: 6, displayName: "Ольга Иванова", isTrusted: true }),
    ];
    await person.click(await screen.findByRole("checkbox", { name: "Выбрать все" }));
    const bar = within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));
    expect(bar.queryByRole("button", { name: /^Подтвердить$/ })).not.toBeInTheDocument();
    await person.click(bar.getByRole("button", { name: "Подтвердить и доверять: 1" }));
    leave();
    await waitFor(() =>
      expect(sent.map(({ body }) => body)).toEqual([
        { orderId: 7, conclusion: "Проверен по телефону", revision: 1 },
      ]),
    );
  });

  it("a decision that waits is sent before a logout", async () => {
    const { sent, person } = open();
    const calls: string[] = [];
    const note = ({ request }: { request: Request }) => void calls.push(new URL(request.url).pathname);
    server.events.on("request:start", note);
    await person.click(await screen.findByRole("button", { name: "Подтвердить" }));
    await person.click(screen.getByRole("button", { name: makeUser().displayName }));
    await person.click(await screen.findByRole("menuitem", { name: "Выйти" }));
    await waitFor(() => expect(calls).toContain("/api/signout"));
    server.events.removeListener("request:start", note);
    expect(sent).toHaveLength(1);
    const sentTo = calls.filter((path) => path === "/api/signout" || path === "/api/house/orders/9");
    expect(sentTo).toEqual(["/api/house/orders/9", "/api/signout"]);
  });

  it.each([
    ["a bidder", makeUser({ acceptedInHouseIds: [1] })],
    ["a newsmaker", makeUser({ newsmakerOfHouseIds: [1] })],
    ["a manager of another house", makeUser({ managerOfHouseIds: [2] })],
  ])("are not for %s", async (_who, user) => {
    open({ user });
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
  });
});

describe("the open request", () => {
  const marina = makeOrder({
    orderId: 10,
    displayName: "Марина Дашкевич",
    status: OrderStatus.Pending,
    created: at(MINUTE),
  });
  const field = () => screen.getByRole("textbox", { name: "Заключение" });
  const reread = (client: QueryClient) => client.invalidateQueries({ queryKey: ordersKey });
  const isListQuery = (part: unknown) => typeof part === "object" && part !== null && "pageNumber" in part;

  it("stays when another arrives, and so do its conclusion, the focus and what the keys decide", async () => {
    const { sent, world, person, client } = open();
    await screen.findByRole("region", { name: "Денис Хомутов" });
    await person.type(field(), "Паспорт сверен");
    world.orders = [marina, ...world.orders];
    await reread(client);
    expect(await screen.findByRole("button", { name: /^Марина Дашкевич/ })).toBeVisible();
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue("Паспорт сверен");
    act(() => field().blur());
    await person.keyboard("[KeyA]");
    expect(await screen.findByRole("region", { name: "Артём Лисицын" })).toBeVisible();
    leave();
    await waitFor(() =>
      expect(sent).toEqual([
        { path: "/api/house/orders/9", body: { conclusion: "Паспорт сверен", status: 1, revision: 1 } },
      ]),
    );
  });

  it.each(["", "?order=9"])("stays when arrivals push it off the page: «%s»", async (search) => {
    const { sent, person, client } = open({ path: `/house-account/1/orders${search}` });
    await screen.findByRole("region", { name: "Денис Хомутов" });
    await person.type(field(), "Паспорт сверен");
    let answer = () => {};
    const sought = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get("*/api/house/orders", async ({ request }) => {
        const asked = new URL(request.url).searchParams.get("search");
        if (asked !== denis.phone) return json(pageOf([marina]));
        await sought;
        return json(pageOf([{ ...denis, note: "Собираю гравюры" }]));
      }),
    );
    await reread(client);
    expect(await screen.findByRole("button", { name: /^Марина Дашкевич/ })).toBeVisible();
    // Nobody else takes its place while it is looked for.
    expect(screen.getByRole("region", { name: "Денис Хомутов" })).toBeVisible();
    answer();
    expect(await screen.findByText("Собираю гравюры")).toBeVisible();
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue("Паспорт сверен");
    act(() => field().blur());
    await person.keyboard("[KeyA]");
    leave();
    await waitFor(() => expect(sent).toMatchObject([{ path: "/api/house/orders/9" }]));
  });

  it("stays when a colleague decides it, and shows that", async () => {
    const { world, client } = open();
    await screen.findByRole("region", { name: "Денис Хомутов" });
    world.orders = [{ ...denis, status: OrderStatus.Accepted }, artyom];
    await reread(client);
    const one = within(screen.getByRole("region", { name: "Денис Хомутов" }));
    expect(await one.findByText("Подтвержден")).toBeVisible();
    expect(one.queryByRole("button", { name: "Подтвердить" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Денис Хомутов/ })).not.toBeInTheDocument();
  });

  it("moves to the right count as soon as a colleague's decision shows", async () => {
    const { world, client } = open();
    const waiting = () => world.orders.filter(({ status }) => status === OrderStatus.Pending).length;
    server.use(
      http.get("*/api/house/orders/counts", () =>
        json({ pending: waiting(), accepted: 0, rejected: 2 - waiting() }),
      ),
    );
    await screen.findByRole("region", { name: "Денис Хомутов" });
    await waitFor(() => expect(screen.getByText(/^Отклонены/)).toHaveTextContent("Отклонены, 0"));
    world.orders = [{ ...denis, status: OrderStatus.Rejected }, artyom];
    const invalidated = vi.spyOn(client, "invalidateQueries");
    // Only the list's poll; the counts are polled later.
    await client.refetchQueries({ predicate: ({ queryKey }) => queryKey.some(isListQuery) });
    await waitFor(() => expect(invalidated).toHaveBeenCalledWith({ queryKey: orderCountsKey(1) }));
    await waitFor(() => expect(screen.getByText(/^Отклонены/)).toHaveTextContent("Отклонены, 1"));
  });

  it("is looked for where the address names it, and nobody else is shown instead", async () => {
    const { person } = open({ path: "/house-account/1/orders?order=999" });
    expect(await screen.findByText(/^Заявка не найдена или уже решена/)).toBeVisible();
    expect(screen.queryByRole("region", { name: "Денис Хомутов" })).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: /^Денис Хомутов/ }));
    expect(await screen.findByRole("region", { name: "Денис Хомутов" })).toBeVisible();
  });

  it("can be asked for again if it did not load", async () => {
    const { person, world } = open({ path: "/house-account/1/orders?order=3&found=ольга" });
    world.orders = [...world.orders, makeOrder({ orderId: 3, displayName: "Ольга Иванова" })];
    let fails = true;
    server.use(
      http.get("*/api/house/orders", ({ request }) =>
        fails && new URL(request.url).searchParams.has("search") ? problem(422) : undefined,
      ),
    );
    expect(await screen.findByText("Заявка не загрузилась.")).toBeVisible();
    fails = false;
    await person.click(screen.getByRole("button", { name: "Повторить" }));
    expect(await screen.findByRole("region", { name: "Ольга Иванова" })).toBeVisible();
  });

  it("gives its place to the first of another list", async () => {
    const { person, world } = open();
    await screen.findByRole("region", { name: "Денис Хомутов" });
    world.orders = [...world.orders, makeOrder({ orderId: 3, displayName: "Ольга Иванова" })];
    await person.click(screen.getByRole("radio", { name: /^Подтверждены/ }));
    expect(await screen.findByRole("region", { name: "Ольга Иванова" })).toBeVisible();
  });

  it("keeps what was typed when a ready conclusion is chosen", async () => {
    const { person } = open();
    await screen.findByRole("region", { name: "Денис Хомутов" });
    await person.type(field(), "Паспорт сверен");
    await person.click(screen.getByRole("button", { name: "Есть неоплаченные покупки в нашем доме" }));
    expect(field()).toHaveValue("Паспорт сверен\nЕсть неоплаченные покупки в нашем доме");
  });

  it("keeps a begun conclusion while another is read", async () => {
    const { person } = open();
    await screen.findByRole("region", { name: "Денис Хомутов" });
    await person.type(field(), "Паспорт сверен");
    await person.click(screen.getByRole("button", { name: /^Артём Лисицын/ }));
    await screen.findByRole("region", { name: "Артём Лисицын" });
    expect(field()).toHaveValue("");
    await person.click(screen.getByRole("button", { name: /^Денис Хомутов/ }));
    await screen.findByRole("region", { name: "Денис Хомутов" });
    expect(field()).toHaveValue("Паспорт сверен");
  });
});

it("announces requests that arrive, and none that only come into sight", async () => {
  const heard = listenToAnnouncements();
  const { world, client, router } = open({ path: "/house-account/1/orders?search=денис" });
  await screen.findByRole("button", { name: /^Денис Хомутов/ });
  await router.navigate("/house-account/1/orders?sort=name");
  await screen.findByRole("button", { name: /^Артём Лисицын/ });
  // A decision elsewhere brings the first of the next page into this one.
  world.orders = [artyom, makeOrder({ ...artyom, orderId: 12, displayName: "Роман Зотов" })];
  await client.invalidateQueries({ queryKey: ordersKey });
  await screen.findByRole("button", { name: /^Роман Зотов/ });
  const anna = makeOrder({ orderId: 13, displayName: "Анна Белова", status: OrderStatus.Pending });
  // Later than any clock, because the page may open before a response has synchronized the client's.
  world.orders = [...world.orders, { ...anna, created: "2100-01-01T00:00:00Z" }];
  await client.invalidateQueries({ queryKey: ordersKey });
  await waitFor(() => expect(heard).toContain("Новая заявка: Анна Белова"));
  expect(heard.filter((text) => text.startsWith("Новая заявка"))).toHaveLength(1);
});
