import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Lot, User } from "@/lib/api/types";
import { observeServerTime } from "@/lib/clock";
import { expectAccessible } from "@/testing/axe";
import {
  at,
  HOUR,
  MINUTE,
  makeFullLot,
  makeLeadingBet,
  makeSnapshot,
  makeUser,
  NOW,
} from "@/testing/factories";
import { makeOrder, serveLot, updateOf } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { snapshots, socketOf } from "@/testing/socket";
import { CatalogState, CatalogType, LotState, OrderStatus } from "@/trade/enums";

const mine = makeLeadingBet({ id: 2, value: 202_400, participant: 3 });
const trusted = makeUser({ acceptedInHouseIds: [1], trustedInHouseIds: [1] });
const accepted = makeUser({ acceptedInHouseIds: [1] });
const newcomer = makeUser();

const classic = { catalogType: CatalogType.Classic, endTradeTime: null } as const;
const scheduled = { catalogState: CatalogState.Scheduled, state: LotState.None, endTradeTime: null } as const;
/** Within the limit of an untrusted bidder, 5 000 ₽. */
const cheap = { price: { ...makeFullLot().price, value: 4000, minBet: 4400 } } as const;
const over = { isBiddingOver: true, endTradeTime: at(-HOUR), catalogState: CatalogState.InProcess } as const;

async function open(lot: Lot, user: User | null, orders = user ? [makeOrder()] : []) {
  if (user) signIn(user);
  const held = serveLot(lot, { orders: user?.acceptedInHouseIds.length ? orders : [] });
  const rendered = renderApp(`/lot/${lot.id}/rassvet`);
  const heading = await screen.findByRole("heading", { level: 1, name: "Николай Сабуров" });
  const deal = within(heading.closest("section") as HTMLElement);
  return { ...rendered, held, deal };
}

it("leads from a notice to the bid button", async () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  const { deal, router } = await open(makeFullLot(), trusted);
  const bid = await deal.findByRole("button", { name: "СДЕЛАТЬ СТАВКУ" });
  expect(bid).not.toHaveFocus();
  for (const _ of [1, 2]) {
    await act(() => router.navigate("#bid"));
    await waitFor(() => expect(bid).toHaveFocus());
    expect(scroll.mock.contexts.at(-1)).toBe(deal.getByRole("region", { name: "Действия" }));
    bid.blur();
  }
});

/** The states of a lot's page: who sees what and may do what. */
const states: {
  name: string;
  lot: Partial<Lot>;
  user: User | null;
  shows: string[];
  enabled?: string[];
  disabled?: string[];
  hidden?: string[];
}[] = [
  {
    name: "a visitor",
    lot: {},
    user: null,
    shows: ["Текущая ставка", "После входа вернёмся к этой ставке."],
    enabled: ["СДЕЛАТЬ СТАВКУ"],
    hidden: ["СДЕЛАТЬ ЗАОЧНУЮ СТАВКУ"],
  },
  {
    name: "an accepted bidder, within their limit",
    lot: cheap,
    user: accepted,
    shows: ["Ваш предел 5 000 ₽", "Заочные ставки доступны только доверенным пользователям"],
    enabled: ["СДЕЛАТЬ СТАВКУ", "Снять предел"],
    hidden: ["СДЕЛАТЬ ЗАОЧНУЮ СТАВКУ"],
  },
  {
    name: "an accepted bidder, beyond their limit",
    lot: {},
    user: accepted,
    shows: [
      "Ваш предел 5 000 ₽",
      "Минимальная ставка уже 202 400 ₽. Дом снимает предел доверенным покупателям",
    ],
    enabled: ["Снять предел"],
    hidden: ["СДЕЛАТЬ СТАВКУ"],
  },
  {
    name: "one whose limit acts when the lot opens",
    lot: { ...classic, ...scheduled, leadingBet: null, myAbsentee: 300_000, myLastBet: 150_000 },
    user: trusted,
    shows: ["Ваш лимит 300 000 ₽", "Вступит в торг, когда лот откроется. С комиссией до 345 000 ₽"],
    enabled: ["Изменить"],
    hidden: ["СДЕЛАТЬ ЗАОЧНУЮ СТАВКУ", "Ваша ставка перебита"],
  },
  {
    name: "a trusted bidder",
    lot: {},
    user: trusted,
    shows: [],
    enabled: ["СДЕЛАТЬ СТАВКУ", "СДЕЛАТЬ ЗАОЧНУЮ СТАВКУ"],
  },
  {
    name: "the trusted leader",
    lot: { leadingBet: mine, myParticipant: 3, myLastBet: 202_400 },
    user: trusted,
    shows: ["Вы лидируете"],
    enabled: ["УВЕЛИЧИТЬ ЗАОЧНУЮ СТАВКУ"],
    hidden: ["СДЕЛАТЬ СТАВКУ"],
  },
  {
    name: "one who was outbid",
    lot: { myLastBet: 167_200 },
    user: trusted,
    shows: ["Ваша ставка перебита"],
    enabled: ["СДЕЛАТЬ СТАВКУ"],
  },
  {
    name: "one who is not registered",
    lot: {},
    user: newcomer,
    shows: ["Для участия в аукционе необходимо зарегистрироваться на странице аукционного дома"],
    enabled: ["Зарегистрироваться"],
    hidden: ["СДЕЛАТЬ СТАВКУ"],
  },
  {
    name: "staff of the house",
    lot: {},
    user: makeUser({ managerOfHouseIds: [1] }),
    shows: ["Сотрудники площадки и дома не участвуют в торгах."],
    hidden: ["СДЕЛАТЬ СТАВКУ"],
  },
  {
    name: "a scheduled classic sale",
    lot: {
      ...classic,
      ...scheduled,
      leadingBet: null,
      price: { ...makeFullLot().price, value: null, minBet: 120_000 },
    },
    user: trusted,
    shows: ["Стартовая цена", "Начало торгов"],
    enabled: ["СДЕЛАТЬ СТАВКУ", "СДЕЛАТЬ ЗАОЧНУЮ СТАВКУ"],
  },
  {
    name: "a parallel sale that takes no bets before its start",
    lot: scheduled,
    user: accepted,
    shows: ["Ставки принимаются с начала торгов."],
    hidden: ["СДЕЛАТЬ СТАВКУ"],
  },
  {
    name: "a gallery's lot without a price",
    lot: {
      catalogType: CatalogType.Gallery,
      leadingBet: null,
      price: { ...makeFullLot().price, start: 0, value: null },
    },
    user: accepted,
    shows: ["по запросу"],
    hidden: ["СДЕЛАТЬ СТАВКУ"],
  },
  {
    name: "the winner",
    lot: { ...over, state: LotState.Sold, leadingBet: mine, myParticipant: 3 },
    user: accepted,
    shows: ["Цена продажи", "Ваша ставка победила", "Продан"],
    hidden: ["СДЕЛАТЬ СТАВКУ"],
  },
  {
    name: "a sold lot",
    lot: { ...over, state: LotState.Sold },
    user: accepted,
    shows: ["Цена продажи", "Продан", "Продан участнику 217 за 184 000 ₽"],
    hidden: ["СДЕЛАТЬ СТАВКУ"],
  },
  {
    name: "a lot that was not sold",
    lot: {
      ...over,
      state: LotState.NotSold,
      price: { ...makeFullLot().price, reservePriceState: "RESERVE_PRICE_NOT_ACHIEVED" },
    },
    user: accepted,
    shows: ["Последняя ставка", "Не продан", "Резервная цена не достигнута"],
    hidden: ["СДЕЛАТЬ СТАВКУ"],
  },
  {
    name: "time is up, the server has not spoken",
    lot: { endTradeTime: at(-1000) },
    user: accepted,
    shows: [],
    disabled: ["ПОДВОДИМ ИТОГ"],
    hidden: ["СДЕЛАТЬ СТАВКУ"],
  },
];

describe("the price block and the bid button", () => {
  it.each(states)("$name", async ({ lot, user, shows, enabled = [], disabled = [], hidden = [] }) => {
    observeServerTime(NOW, Date.now(), Date.now());
    const { deal } = await open(makeFullLot(lot), user);
    for (const text of shows) expect(await deal.findByText(text)).toBeInTheDocument();
    for (const name of enabled) expect(await deal.findByRole("button", { name })).toBeEnabled();
    for (const name of disabled) expect(await deal.findByRole("button", { name })).toBeDisabled();
    for (const name of hidden) expect(deal.queryByRole("button", { name })).not.toBeInTheDocument();
  });

  it("leads to the room while another lot of a running classic sale is sold", async () => {
    const { deal } = await open(makeFullLot({ ...classic, state: LotState.None }), accepted);
    const link = await deal.findByRole("link", { name: "ПЕРЕЙТИ В АУКЦИОН" });
    expect(link).toHaveAttribute("href", expect.stringMatching(/^\/auction\/11\//));
  });

  it.each([
    [null, "СДЕЛАТЬ ЗАОЧНУЮ СТАВКУ"],
    [300_000, "Изменить"],
  ])("accepts an absentee bet there too, with a limit of %s", async (myAbsentee, name) => {
    const { deal } = await open(makeFullLot({ ...classic, state: LotState.None, myAbsentee }), trusted);
    expect(await deal.findByRole("button", { name })).toBeEnabled();
    expect(deal.getByRole("link", { name: "ПЕРЕЙТИ В АУКЦИОН" })).toBeVisible();
  });

  it("waits with the bidder for the house's decision", async () => {
    signIn(newcomer);
    serveLot(makeFullLot(), { orders: [makeOrder({ status: OrderStatus.Pending })] });
    renderApp("/lot/12/rassvet");
    expect(await screen.findByRole("status", { name: "Регистрация в аукционном доме" })).toHaveTextContent(
      "Ваша заявка на рассмотрении",
    );
    for (const button of screen.getAllByRole("button", { name: "СДЕЛАТЬ СТАВКУ" }))
      expect(button).toBeDisabled();
  });

  it("shows no actions in brief mode", async () => {
    signIn(trusted);
    serveLot(makeFullLot({ myLastBet: 1000 }), { orders: [makeOrder()] });
    renderApp("/lot/12/rassvet?isBriefMode=true");
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByRole("button", { name: "СДЕЛАТЬ СТАВКУ" })).not.toBeInTheDocument();
    expect(screen.queryByText("Ваша ставка перебита")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Ссылка" })).not.toBeInTheDocument();
  });
});

describe("the live lot", () => {
  it("shows a rival's bet, the new minimum and the moved end as soon as the room tells", async () => {
    observeServerTime(NOW, Date.now(), Date.now());
    const lot = makeFullLot({
      leadingBet: mine,
      myParticipant: 3,
      myLastBet: 202_400,
      endTradeTime: at(MINUTE),
    });
    const { deal } = await open(lot, accepted);
    expect(await deal.findByText("Вы лидируете")).toBeInTheDocument();
    const rival = { ...mine, id: 3, value: 222_640, participant: 217 };
    act(() =>
      socketOf("/Chat").push(
        "LotUpdate",
        updateOf(lot, {
          leadingBet: rival,
          price: { start: 120_000, value: 222_640, reservePriceState: null, currency: 0 },
          minBet: 244_910,
          endTradeTime: at(5 * MINUTE),
          betsCount: 15,
        }),
      ),
    );
    expect(await deal.findByText("Ваша ставка перебита")).toBeInTheDocument();
    expect(deal.getByText("222 640 ₽")).toBeInTheDocument();
    expect(deal.getByText(/минимальная теперь 244 910 ₽/)).toBeInTheDocument();
    expect(deal.getByText(/Окончание 21 ноября в 14:37/)).toBeInTheDocument();
  });

  it("drops an update that is older than what it has", async () => {
    const lot = makeFullLot({ version: 8 });
    const { deal } = await open(lot, accepted);
    await deal.findByRole("button", { name: "СДЕЛАТЬ СТАВКУ" });
    act(() =>
      socketOf("/Chat").push(
        "LotUpdate",
        updateOf(lot, {
          version: 7,
          price: { start: 120_000, value: 10_000, reservePriceState: null, currency: 0 },
        }),
      ),
    );
    expect(deal.getByText("184 000 ₽")).toBeInTheDocument();
  });

  it("is counted among the lots that people look at and reach for, but not for staff", async () => {
    const lot = makeFullLot();
    snapshots.set(11, makeSnapshot({ id: 11, state: CatalogState.InProcess }, null));
    const looks = () => socketOf("/Chat").sent.filter(([event]) => event === "Look");
    const { deal, unmount } = await open(lot, trusted);
    await waitFor(() => expect(looks()).toEqual([["Look", lot.catalogId, lot.id, false]]));
    await userEvent.hover(await deal.findByRole("button", { name: "СДЕЛАТЬ СТАВКУ" }));
    expect(looks().at(-1)).toEqual(["Look", lot.catalogId, lot.id, true]);
    unmount();
    await open(lot, makeUser({ managerOfHouseIds: [1] }));
    await screen.findByText("Сотрудники площадки и дома не участвуют в торгах.");
    await waitFor(() => expect(socketOf("/Chat").sent.map(([event]) => event)).toContain("Join"));
    expect(looks()).toEqual([]);
  });

  it("says that the line is lost, and takes no bets until it is back", async () => {
    const { deal } = await open(makeFullLot(), trusted);
    expect(await deal.findByText("На связи")).toBeInTheDocument();
    act(() => socketOf("/Chat").drop());
    expect(await deal.findByText("Связь потеряна")).toBeInTheDocument();
    expect(deal.getByText(/По данным на \d\d:\d\d:\d\d \(МСК\)/)).toBeInTheDocument();
    expect(deal.getByRole("button", { name: "СДЕЛАТЬ СТАВКУ" })).toBeDisabled();
    expect(deal.getByRole("button", { name: "СДЕЛАТЬ ЗАОЧНУЮ СТАВКУ" })).toBeDisabled();
    act(() => void socketOf("/Chat").connect());
    expect(await deal.findByText("На связи")).toBeInTheDocument();
    expect(deal.getByRole("button", { name: "СДЕЛАТЬ СТАВКУ" })).toBeEnabled();
  });
});

describe("the rest of the page", () => {
  it("names what is not known, and links its neighbours", async () => {
    await open(makeFullLot({ size: null, period: null, titleRu: "", prevLotId: 11, nextLotId: null }), null);
    expect(screen.getByText("Размер не указан")).toBeInTheDocument();
    expect(screen.getByText("Без названия. Период не указан")).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "Предыдущий лот, 11" })).toHaveAttribute(
      "href",
      "/lot/11",
    );
    expect(screen.getByRole("button", { name: "Это последний лот" })).toBeDisabled();
  });

  it("copies the lot's address", async () => {
    const person = userEvent.setup();
    await open(makeFullLot(), null);
    await person.click(screen.getByRole("button", { name: "Ссылка" }));
    expect(await screen.findByText("Ссылка на лот скопирована")).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toMatch(/\/lot\/12\/rassvet-na-volge$/);
  });

  it("says when the address cannot be copied", async () => {
    const person = userEvent.setup();
    await open(makeFullLot(), null);
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
    await person.click(screen.getByRole("button", { name: "Ссылка" }));
    expect(await screen.findByText("Не удалось скопировать ссылку")).toBeInTheDocument();
  });

  it("says that there is no such lot", async () => {
    serveLot(makeFullLot());
    renderApp("/lot/999/nothing");
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
  });

  it("names the row of other lots by what they have in common", async () => {
    serveLot(makeFullLot());
    server.use(
      http.get("*/api/lots/:id/by-author", () => json([makeFullLot({ id: 12 }), makeFullLot({ id: 77 })])),
      http.get("*/api/lots/:id/similar", () => json([])),
    );
    renderApp("/lot/12/rassvet");
    const row = await screen.findByRole("region", { name: "Другие лоты этого художника" });
    // The page's own lot is not among the others.
    expect(within(row).getAllByRole("article")).toHaveLength(1);
    expect(screen.queryByRole("heading", { name: "Вам может это понравиться" })).not.toBeInTheDocument();
  });

  it("has nothing that axe finds", async () => {
    const picture = (id: string) => ({
      id,
      preview: `/p/${id}`,
      icon: `/i/${id}`,
      full: `/f/${id}`,
      width: 4,
      height: 3,
      alt: null,
    });
    const { container } = await open(
      makeFullLot({ gallery: { images: [picture("a"), picture("b")] }, myLastBet: 1000 }),
      trusted,
    );
    await screen.findAllByRole("button", { name: "СДЕЛАТЬ СТАВКУ" });
    await waitFor(() => expect(screen.getByText("Участник 217")).toBeInTheDocument());
    await expectAccessible(container);
  });
});
