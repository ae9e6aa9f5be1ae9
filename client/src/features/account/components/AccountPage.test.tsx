import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { LotShort, MyBet, NotificationSettings, SessionInfo } from "@/lib/api/types";
import { readToken } from "@/lib/auth/token";
import { expectAccessible } from "@/testing/axe";
import {
  allLetters,
  at,
  HOUR,
  makeFullCatalog,
  makeFullHouse,
  makeFullLot,
  makeLeadingBet,
  makeLot,
  makeUser,
  pageOf,
} from "@/testing/factories";
import { makeBet, makeOrder, serveLot, updateOf } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";
import { socketOf } from "@/testing/socket";
import { serveUploads } from "@/testing/uploads";
import { CatalogState, LotState, OrderStatus } from "@/trade/enums";

const ME = 7;
const user = makeUser({ acceptedInHouseIds: [1], trustedInHouseIds: [1] });
const mine = makeLeadingBet({ id: 2, participant: 3 });

const betOn = (lot: LotShort, extra: Partial<MyBet> = {}): MyBet => ({
  bet: makeBet({ lotId: lot.id, value: 167_200, userId: ME, isMine: true }),
  absentee: null,
  lot,
  isLeading: lot.leadingBet === mine,
  isOutbid: lot.leadingBet !== mine,
  ...extra,
});

const outbid = makeLot({ id: 21, catalogLotId: 21, titleRu: "Перебитый" });
const leading = makeLot({ id: 22, catalogLotId: 22, titleRu: "Лидирую", leadingBet: mine, myParticipant: 3 });
const won = makeLot({
  id: 23,
  catalogLotId: 23,
  titleRu: "Выигранный",
  leadingBet: mine,
  myParticipant: 3,
  state: LotState.Sold,
  isBiddingOver: true,
});
const lost = makeLot({
  id: 24,
  catalogLotId: 24,
  titleRu: "Ушёл",
  state: LotState.Sold,
  isBiddingOver: true,
});

function serveBets(bets: MyBet[]) {
  server.use(http.get("*/api/trade/bet/my", () => json(pageOf(bets))));
}

describe("my bets", () => {
  it("stand by how they are now", async () => {
    signIn(user);
    serveBets([won, leading, lost, outbid].map((lot) => betOn(lot)));
    const { container } = renderApp("/account");
    const group = async (name: string) => within(await screen.findByRole("region", { name }));
    expect(
      (await group("Ваша ставка перебита")).getByRole("link", { name: /Перебитый/ }),
    ).toBeInTheDocument();
    expect((await group("Вы лидируете")).getByRole("link", { name: /Лидирую/ })).toBeInTheDocument();
    expect((await group("Выиграно")).getByRole("link", { name: /Выигранный/ })).toBeInTheDocument();
    expect((await group("Торги завершены")).getByRole("link", { name: /Ушёл/ })).toBeInTheDocument();
    expect(
      screen
        .getAllByRole("heading", { level: 2 })
        .slice(0, 4)
        .map((h) => h.textContent),
    ).toEqual(["Ваша ставка перебита", "Вы лидируете", "Выиграно", "Торги завершены"]);
    await expectAccessible(container);
  });

  it("show a limit that waits for its lot as such, not as outbid", async () => {
    signIn(user);
    const waiting = makeLot({
      id: 25,
      titleRu: "Ждёт",
      state: LotState.None,
      catalogState: CatalogState.Scheduled,
      leadingBet: null,
    });
    serveBets([betOn(waiting, { bet: null, absentee: 300_000 })]);
    renderApp("/account");
    const group = within(await screen.findByRole("region", { name: "Лимит ждёт торга" }));
    expect(group.getByText("Вступит в торг, когда лот откроется. С комиссией до 345 000 ₽")).toBeVisible();
    expect(group.getByText("300 000 ₽")).toBeVisible();
    expect(group.getByRole("button", { name: "Изменить лимит" })).toBeEnabled();
    expect(screen.queryByText("Ваша ставка перебита")).not.toBeInTheDocument();
  });

  it("show the limit above a bet that leads", async () => {
    signIn(user);
    serveBets([betOn(leading, { absentee: 300_000 })]);
    renderApp("/account");
    const group = within(await screen.findByRole("region", { name: "Вы лидируете" }));
    expect(
      group.getByText(/^Ваш лимит 300 000 ₽\. Торгуется за вас, пока цена не выше лимита/),
    ).toBeVisible();
  });

  it("move when their room tells of a rival's bet", async () => {
    signIn(user);
    serveBets([betOn(leading)]);
    renderApp("/account");
    await screen.findByRole("region", { name: "Вы лидируете" });
    await waitFor(() =>
      expect(socketOf("/Chat").sent).toContainEqual(["Join", 11, "Анна Иванова", "test-token"]),
    );
    const rival = { ...mine, id: 3, value: 202_400, participant: 217 };
    act(() =>
      socketOf("/Chat").push(
        "LotUpdate",
        updateOf(makeFullLot(leading), {
          leadingBet: rival,
          price: { start: 120_000, value: 202_400, reservePriceState: null, currency: 0 },
        }),
      ),
    );
    const group = within(await screen.findByRole("region", { name: "Ваша ставка перебита" }));
    expect(group.getByText("202 400 ₽")).toBeInTheDocument();
  });

  it("are raised from their row", async () => {
    const person = userEvent.setup();
    signIn(user);
    serveLot(makeFullLot(outbid), { orders: [makeOrder()] });
    serveBets([betOn(outbid)]);
    renderApp("/account");
    await person.click(await screen.findByRole("button", { name: /^Ставка \d/ }));
    expect(await screen.findByRole("dialog", { name: "Ставка на лот 21" })).toBeInTheDocument();
  });

  it("say what to do when there are none", async () => {
    signIn(user);
    renderApp("/account");
    expect(await screen.findByRole("heading", { name: "Ставок пока нет" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Смотреть аукционы" })).toHaveAttribute("href", "/auctions");
  });
});

it("absentee bets show their maximum and can be changed", async () => {
  const person = userEvent.setup();
  signIn(user);
  const absentee = { catalogId: 11, lotId: 21, value: 300_000, created: at(0) };
  serveLot(makeFullLot({ ...outbid, myAbsentee: absentee.value }), { orders: [makeOrder()], absentee });
  server.use(http.get("*/api/trade/bet/absentee/my", () => json([{ absentee, lot: outbid }])));
  const { container } = renderApp("/account?p=absentee");
  expect(await screen.findByText("300 000 ₽")).toBeInTheDocument();
  await expectAccessible(container);
  await person.click(screen.getByRole("button", { name: "Изменить" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Заочная ставка на лот 21" }));
  expect(await dialog.findByText("Ваш лимит 300 000 ₽")).toBeInTheDocument();
});

it("favourites open by their own address", async () => {
  signIn(user);
  world.favourites = [makeLot({ titleRu: "Любимый" })];
  renderApp("/account?p=favourite");
  expect(await screen.findByText("Любимый")).toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1, name: "Избранное" })).toBeInTheDocument();
});

it("registrations show their status and the house's answer", async () => {
  signIn(user);
  server.use(
    http.get("*/api/house/orders/my", () =>
      json([
        makeOrder({ orderId: 1, status: OrderStatus.Pending }),
        makeOrder({ orderId: 2, houseId: 2, status: OrderStatus.Accepted }),
        makeOrder({ orderId: 3, houseId: 3, status: OrderStatus.Rejected, conclusion: "Нет телефона" }),
      ]),
    ),
  );
  const { container } = renderApp("/account?p=registrations");
  for (const label of ["Ожидает", "Подтвержден", "Отклонен"]) {
    expect(await screen.findByText(label)).toBeInTheDocument();
  }
  expect(screen.getByText("Ответ дома: Нет телефона")).toBeInTheDocument();
  await expectAccessible(container);
});

describe("the profile", () => {
  const here: SessionInfo = {
    id: 1,
    created: at(-HOUR),
    lastSeen: at(0),
    address: "127.0.0.1",
    userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36",
    name: null,
    isCurrent: true,
  };
  const elsewhere: SessionInfo = {
    ...here,
    id: 2,
    userAgent: "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1",
    name: null,
    isCurrent: false,
  };

  function open(who = user, path = "/account/profile") {
    signIn(who);
    const held = {
      sessions: [here, elsewhere],
      ended: [] as number[],
      settings: allLetters,
      secondFactor: { isOn: false, isObligatory: false, recoveryCodesLeft: 0 },
    };
    server.use(
      http.get("*/api/notifications/settings", () => json(held.settings)),
      http.put("*/api/notifications/settings", async ({ request }) => {
        held.settings = (await request.json()) as NotificationSettings;
        return json(held.settings);
      }),
      http.get("*/api/accounts/sessions", () => json(held.sessions)),
      http.get("*/api/accounts/second-factor", () => json(held.secondFactor)),
      http.post("*/api/accounts/second-factor", () =>
        json({ secret: "GEZDGNBVGY3TQOJQ", uri: "otpauth://totp/Зал:anna?secret=GEZDGNBVGY3TQOJQ" }),
      ),
      http.post("*/api/accounts/second-factor/accept", async ({ request }) => {
        const { code } = (await request.json()) as { code: string };
        if (code !== "123456") return problem(404, { title: "wrong_second_factor", detail: "Неверный код" });
        held.secondFactor = { isOn: true, isObligatory: false, recoveryCodesLeft: 2 };
        return json({ recoveryCodes: ["abcdef-ghijkl-mnopqr-stuvwx", "yz2345-672345-abcdef-ghijkl"] });
      }),
      http.post("*/api/accounts/second-factor/prove", () => new HttpResponse(null, { status: 204 })),
      http.delete("*/api/accounts/second-factor", () => {
        held.secondFactor = { isOn: false, isObligatory: false, recoveryCodesLeft: 0 };
        return new HttpResponse(null, { status: 204 });
      }),
      http.delete("*/api/accounts/sessions/:id", ({ params }) => {
        held.ended.push(Number(params.id));
        held.sessions = [here];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    return { held, ...renderApp(path) };
  }

  it("shows the person's contacts", async () => {
    const { container } = open();
    expect(await screen.findByText("+7 (916) 123-45-67")).toBeInTheDocument();
    expect(screen.getByText("anna@example.org")).toBeInTheDocument();
    await screen.findByText("Chrome, Windows");
    await expectAccessible(container);
  });

  it("changes the person's name and photo", async () => {
    const person = userEvent.setup();
    const names: unknown[] = [];
    const photo = { iconId: "0b10273e-4bd7-4d35-9577-3155aa1beb98" };
    serveUploads();
    open();
    server.use(
      http.put("*/api/accounts", async ({ request }) => {
        const body = (await request.json()) as { displayName: string };
        names.push(body);
        world.user = makeUser(body);
        return json(world.user);
      }),
      http.post("*/api/accounts/images", () => {
        world.user = makeUser({ photo });
        return json(photo);
      }),
    );
    const field = await screen.findByLabelText("Имя и фамилия");
    expect(screen.getByRole("button", { name: "Сохранить" })).toBeDisabled();
    await person.clear(field);
    await person.type(field, "  Анна Петрова {Enter}");
    expect(await screen.findByText("Имя сохранено")).toBeVisible();
    expect(names).toEqual([{ displayName: "Анна Петрова" }]);
    await person.upload(
      screen.getByLabelText("Файл с фото"),
      new File(["x"], "me.png", { type: "image/png" }),
    );
    expect(await screen.findByRole("button", { name: "Заменить фото" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Убрать" })).toBeVisible();
  });

  it("ends another session, not this one", async () => {
    const person = userEvent.setup();
    const { held } = open();
    await person.click(await screen.findByRole("button", { name: "Завершить сеанс: Safari, iPhone" }));
    expect(await screen.findByText("Сеанс завершён")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText("Safari, iPhone")).not.toBeInTheDocument());
    expect(held.ended).toEqual([2]);
    expect(screen.getByText("Это устройство")).toBeInTheDocument();
  });

  it("sets the second factor up by a QR code, and turns it off", async () => {
    const person = userEvent.setup();
    open();
    await person.click(await screen.findByRole("button", { name: "Включить" }));
    await person.click(await screen.findByRole("button", { name: "Показать код для приложения" }));
    expect(await screen.findByRole("img", { name: "Код для приложения" })).toBeInTheDocument();
    expect(screen.getByText("GEZDGNBVGY3TQOJQ")).toBeInTheDocument();
    await expectAccessible(screen.getByRole("dialog"));
    await person.type(screen.getByLabelText("Код из приложения"), "000000{Enter}");
    expect(await screen.findByText("Неверный код")).toBeInTheDocument();
    await person.type(screen.getByLabelText("Код из приложения"), "123456{Enter}");
    expect(await screen.findByText("abcdef-ghijkl-mnopqr-stuvwx")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Коды сохранены" }));
    expect(await screen.findByText(/Кодов восстановления осталось: 2/)).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Отключить" }));
    const dialog = within(await screen.findByRole("dialog"));
    await person.type(await dialog.findByLabelText("Код из приложения"), "654321{Enter}");
    expect(await screen.findByRole("button", { name: "Включить" })).toBeInTheDocument();
  });

  it("leaves everywhere in one press", async () => {
    const person = userEvent.setup();
    const left = vi.fn();
    open();
    server.use(
      http.delete("*/api/accounts/sessions", () => {
        left();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await person.click(await screen.findByRole("button", { name: "Выйти везде" }));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    await waitFor(() => expect(readToken()).toBeNull());
  });

  it("says of what to write letters", async () => {
    const person = userEvent.setup();
    const { held } = open(user, "/account?p=notify");
    const outbid = await screen.findByRole("switch", { name: "Моя ставка перебита" });
    expect(outbid).toBeChecked();
    // Only staff of a house have settings about houses.
    expect(screen.getAllByRole("switch")).toHaveLength(7);
    await person.click(outbid);
    await waitFor(() => expect(held.settings).toEqual({ ...allLetters, outbid: false }));
    expect(outbid).not.toBeChecked();
    await person.click(screen.getByRole("switch", { name: "Выигранные лоты" }));
    await waitFor(() => expect(held.settings).toEqual({ ...allLetters, outbid: false, lotWon: false }));
    await person.click(outbid);
    await waitFor(() => expect(held.settings).toEqual({ ...allLetters, lotWon: false }));
  });

  it("leaves a switch as it was when that cannot be stored", async () => {
    const person = userEvent.setup();
    open(user, "/account?p=notify");
    server.use(http.put("*/api/notifications/settings", () => problem(409, { detail: "Попробуйте позже" })));
    const outbid = await screen.findByRole("switch", { name: "Моя ставка перебита" });
    await person.click(outbid);
    expect(await screen.findByText("Попробуйте позже")).toBeInTheDocument();
    await waitFor(() => expect(outbid).toBeChecked());
  });

  it("lets staff choose what they hear of their houses", async () => {
    open(makeUser({ managerOfHouseIds: [1] }), "/account?p=notify");
    const house = await screen.findByRole("switch", { name: "Дела аукционного дома, в котором я работаю" });
    expect(house).toBeChecked();
  });

  it("says so when there is nowhere to write to", async () => {
    open(makeUser({ eMail: null }), "/account?p=notify");
    expect(await screen.findByText(/Укажите e-mail/)).toBeInTheDocument();
  });

  it("signs out and goes home", async () => {
    const person = userEvent.setup();
    const { router } = open();
    await person.click(await screen.findByRole("button", { name: "Выйти" }));
    await waitFor(() => expect(router.location.pathname).toBe("/"));
    expect(document.cookie).not.toContain("token=test-token");
  });
});

it("sends a visitor to the login", async () => {
  renderApp("/account");
  expect(await screen.findByRole("dialog")).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Личный кабинет", hidden: true })).toBeInTheDocument();
});

it("leads staff to the cabinets of their houses", async () => {
  signIn(makeUser({ managerOfHouseIds: [1] }));
  server.use(http.get("*/api/house/:id", () => json(makeFullHouse())));
  renderApp("/account");
  const link = await screen.findByRole("link", { name: "Аукционный дом «Северная галерея»" });
  expect(link).toHaveAttribute("href", "/house-account/1");
});

it("an unknown section is a page not found, for a visitor too", async () => {
  renderApp("/account?p=nonsense");
  expect(await screen.findByRole("heading", { level: 1, name: "Страница не найдена" })).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("bets say what the leading and the won lots cost with the commission, and one group has its address", async () => {
  signIn(user);
  serveBets([betOn(leading), betOn(won), betOn(lost)]);
  renderApp("/account?state=won");
  expect(await screen.findByText(/^211.600.₽ с комиссией$/)).toBeVisible();
  expect(screen.getByText(/^к оплате 1.лот, 211.600.₽$/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Выиграны 1" })).toHaveAttribute("aria-current", "page");
  expect(screen.getByRole("region", { name: "Выиграно" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Вы лидируете" })).not.toBeInTheDocument();
});

it("messages lead to what they are about, and are read", async () => {
  const person = userEvent.setup();
  const message = {
    id: 5,
    kind: "outbid",
    type: 1,
    subjectKind: 4,
    subject: "Ваша ставка перебита",
    text: "Лот 12 «Рассвет на Волге»: текущая ставка 184 000 ₽",
    lotId: 12,
    catalogId: 11,
    houseId: 1,
    place: { path: "/lot/12", label: "Открыть лот" },
    created: at(-HOUR),
    isRead: false,
  };
  const held = { messages: [message], read: [] as unknown[] };
  signIn(user);
  server.use(
    http.get("*/api/notifications/my/messages/all", ({ request }) => {
      const unreadOnly = new URL(request.url).searchParams.get("unreadOnly") === "true";
      return json(pageOf(held.messages.filter(({ isRead }) => !(unreadOnly && isRead))));
    }),
    http.post("*/api/notifications/read", async ({ request }) => {
      held.read.push(await request.json());
      held.messages = [{ ...message, isRead: true }];
      return json({ unread: 0 });
    }),
  );
  const { container } = renderApp("/account?p=messages");
  expect(await screen.findByText(message.text)).toBeVisible();
  expect(await screen.findByRole("link", { name: /^Сообщения ?1 ?непрочитанное$/ })).toBeVisible();
  expect(screen.getByRole("link", { name: /^Открыть лот/ })).toHaveAttribute("href", "/lot/12");
  await expectAccessible(container);
  await person.click(screen.getByRole("button", { name: "Отметить все прочитанными" }));
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Отметить все прочитанными" })).not.toBeInTheDocument(),
  );
  expect(held.read).toEqual([{ ids: null }]);
});

it("subscriptions to lots, sales, artists and searches are listed, and end one by one", async () => {
  const person = userEvent.setup();
  const ended: string[] = [];
  const held = { lots: [makeLot({ titleRu: "Ждём" })] };
  const artist = { id: 3, authorId: 2, authorName: "Николай Сабуров", created: at(0), expires: at(HOUR) };
  signIn(user);
  server.use(
    http.get("*/api/notifications", () => json(pageOf(held.lots))),
    http.get("*/api/catalog/notifications", () => json([makeFullCatalog({ title: "Пейзаж" })])),
    http.get("*/api/subscription/account/7/active/artist", () => json([{ ...artist, isActive: true }])),
    http.delete("*/api/notifications/lot/:id", ({ params }) => {
      ended.push(String(params.id));
      held.lots = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const search = { id: 5, name: "Море", path: "/lots?search=sea", letters: "daily", created: at(0) };
  const changed: unknown[] = [];
  server.use(
    http.get("*/api/saved-searches", () => json([search])),
    http.put("*/api/saved-searches/5", async ({ request }) => {
      changed.push(await request.json());
      return json({ ...search, letters: "never" });
    }),
    http.delete("*/api/saved-searches/:id", ({ params }) => {
      ended.push(`search ${params.id}`);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { container } = renderApp("/account?p=subscriptions");
  expect(await screen.findByRole("region", { name: "Аукционы" })).toHaveTextContent("Пейзаж");
  expect(screen.getByRole("region", { name: "Художники" })).toHaveTextContent("Николай Сабуров");
  await expectAccessible(container);
  await person.click(screen.getByRole("button", { name: "Отписаться: Николай Сабуров. Ждём" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Лоты" })).not.toBeInTheDocument());
  expect(ended).toEqual(["12"]);

  const searches = within(screen.getByRole("region", { name: "Поиски" }));
  expect(searches.getByRole("link", { name: "Море" })).toHaveAttribute("href", "/lots?search=sea");
  await person.click(searches.getByRole("combobox", { name: "Письма о новых лотах: Море" }));
  await person.click(await screen.findByRole("option", { name: "без писем" }));
  await waitFor(() => expect(changed).toEqual([{ name: "Море", letters: "never" }]));
  await person.click(searches.getByRole("button", { name: "Удалить поиск: Море" }));
  await waitFor(() => expect(ended).toEqual(["12", "search 5"]));
});

it("a consent that stands can be withdrawn", async () => {
  const person = userEvent.setup();
  const sent: unknown[] = [];
  signIn(user);
  server.use(
    http.get("*/api/consents/my", () =>
      json([{ kind: 0, version: "2026-11", given: at(-HOUR), withdrawn: sent.length > 0 ? at(0) : null }]),
    ),
    http.post("*/api/consents", async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { container } = renderApp("/account?p=data");
  await person.click(await screen.findByRole("button", { name: "Отозвать: Файлы cookie" }));
  expect(await screen.findByText(/^Отозвано 21.ноября/)).toBeVisible();
  expect(sent).toEqual([{ kind: 0, given: false, version: "2026-11" }]);
  await expectAccessible(container);
});

it("the account is deleted once that is confirmed", async () => {
  const person = userEvent.setup();
  const deleted = vi.fn();
  signIn(user);
  server.use(
    http.get("*/api/consents/my", () => json([])),
    http.delete("*/api/accounts/7", () => {
      deleted();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { router } = renderApp("/account?p=data");
  await person.click(await screen.findByRole("button", { name: "Удалить учётную запись" }));
  expect(deleted).not.toHaveBeenCalled();
  await person.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Удалить" }));
  await waitFor(() => expect(router.location.pathname).toBe("/"));
  expect(deleted).toHaveBeenCalledOnce();
  expect(readToken()).toBeNull();
});
