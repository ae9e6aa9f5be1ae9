import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { Lot, User } from "@/lib/api/types";
import { observeServerTime } from "@/lib/clock";
import { expectAccessible } from "@/testing/axe";
import { at, HOUR, makeFullLot, makeLeadingBet, makeUser, NOW } from "@/testing/factories";
import { makeOrder, serveLot } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { CatalogState, CatalogType, LotState, OrderStatus } from "@/trade/enums";

const accepted = makeUser({ acceptedInHouseIds: [1] });
const trusted = makeUser({ acceptedInHouseIds: [1], trustedInHouseIds: [1] });
const newcomer = makeUser();
const mine = makeLeadingBet({ id: 2, value: 202_400, participant: 3 });
const classic = { catalogType: CatalogType.Classic, endTradeTime: null } as const;
const scheduled = { catalogState: CatalogState.Scheduled, state: LotState.None, leadingBet: null } as const;
const over = { isBiddingOver: true, endTradeTime: at(-HOUR) } as const;

/** What the bar says, and the one action it offers. */
const states: {
  name: string;
  lot: Partial<Lot>;
  user: User | null;
  says: string[];
  omits?: string;
  action: string | null;
}[] = [
  {
    name: "a visitor",
    lot: {},
    user: null,
    says: ["Текущая ставка", "184 000 ₽", "5:27:53"],
    action: "Войти и поставить",
  },
  {
    name: "one who is not registered",
    lot: {},
    user: newcomer,
    says: ["Чтобы делать ставки, нужна регистрация в аукционном доме", "184 000 ₽"],
    action: "Зарегистрироваться",
  },
  {
    name: "one who is not registered, before the start",
    lot: { ...classic, ...scheduled },
    user: newcomer,
    says: ["начало 20 ноября, 14:32 (МСК)", "184 000 ₽"],
    omits: "нужна регистрация",
    action: "Зарегистрироваться",
  },
  {
    name: "one who is beyond their limit",
    lot: {},
    user: accepted,
    says: ["Ваш предел 5 000 ₽", "184 000 ₽"],
    action: "Снять предел",
  },
  {
    name: "a bidder",
    lot: {},
    user: trusted,
    says: ["184 000 ₽", "5:27:53"],
    action: "Ставка 202 400 ₽ с комиссией 232 760 ₽",
  },
  {
    name: "the leader",
    lot: { leadingBet: mine, myParticipant: 3, myLastBet: 202_400 },
    user: trusted,
    says: ["Вы лидируете", "Ваша ставка"],
    action: "УВЕЛИЧИТЬ ЗАОЧНУЮ СТАВКУ",
  },
  {
    name: "one who was outbid",
    lot: { myLastBet: 167_200 },
    user: trusted,
    says: ["Ваша ставка перебита", "Текущая ставка"],
    action: "Ставка 202 400 ₽ с комиссией 232 760 ₽",
  },
  {
    name: "one with a limit, before the start",
    lot: { ...classic, ...scheduled, myAbsentee: 300_000 },
    user: trusted,
    says: ["Ваш лимит 300 000 ₽"],
    omits: "Вступит в торг, когда лот откроется",
    action: "Ставка 202 400 ₽ с комиссией 232 760 ₽",
  },
  {
    name: "a parallel sale before its start",
    lot: { ...scheduled, price: { ...makeFullLot().price, value: null } },
    user: accepted,
    says: ["Стартовая цена", "120 000 ₽", "начало 20 ноября, 14:32 (МСК)"],
    action: null,
  },
  {
    name: "staff of the house",
    lot: {},
    user: makeUser({ managerOfHouseIds: [1] }),
    says: ["Сотрудники площадки и дома не участвуют в торгах", "184 000 ₽"],
    action: null,
  },
  {
    name: "the winner",
    lot: { ...over, state: LotState.Sold, leadingBet: mine, myParticipant: 3 },
    user: trusted,
    says: ["Ваша ставка победила", "С комиссией к оплате", "211 600 ₽"],
    action: "Что дальше",
  },
  {
    name: "one who did not win",
    lot: { ...over, state: LotState.Sold },
    user: trusted,
    says: ["Торги завершены 21 ноября, 13:32 (МСК)", "Продан участнику 217 за 184 000 ₽"],
    action: null,
  },
  {
    name: "nobody bought it",
    lot: { ...over, state: LotState.NotSold },
    user: null,
    says: ["Не продан"],
    action: null,
  },
];

const plain = (text: string | null) => text?.replace(/\u00a0/g, " ") ?? "";

async function open(lot: Partial<Lot>, user: User | null, orders = [makeOrder()]) {
  observeServerTime(NOW, Date.now(), Date.now());
  if (user) signIn(user);
  serveLot(makeFullLot(lot), { orders: user?.acceptedInHouseIds.length ? orders : [] });
  renderApp("/lot/12/rassvet");
  return await screen.findByRole("region", { name: "Кратко о лоте" });
}

it("disables the bid button until an untrusted bidder's limit is known", async () => {
  observeServerTime(NOW, Date.now(), Date.now());
  signIn(accepted);
  serveLot(makeFullLot(), { orders: [makeOrder({ status: OrderStatus.Accepted })] });
  let tell: () => void = () => undefined;
  server.use(
    http.get("*/api/catalog/11", async () => {
      await new Promise<void>((resolve) => (tell = resolve));
      return json({ ...makeFullLot().catalog, untrustedCap: { rub: 5000, eur: 50, usd: 50 } });
    }),
  );
  renderApp("/lot/12/rassvet-na-volge");
  const bar = within(await screen.findByRole("region", { name: "Кратко о лоте" }));
  expect(bar.getByRole("button", { name: /^Ставка/ })).toBeDisabled();
  tell();
  expect(await bar.findByRole("button", { name: "Снять предел" })).toBeEnabled();
});

describe("the bar of a phone", () => {
  it.each(states)("$name", async ({ lot, user, says, omits, action }) => {
    const bar = await open(lot, user);
    const actions = () => [...within(bar).queryAllByRole("button"), ...within(bar).queryAllByRole("link")];
    await waitFor(() => {
      for (const text of says) expect(plain(bar.textContent)).toContain(text);
      expect(actions().map(({ textContent }) => plain(textContent))).toEqual(action ? [action] : []);
    });
    if (omits) expect(plain(bar.textContent)).not.toContain(omits);
    await expectAccessible(bar);
  });

  it("says that the house has not decided yet", async () => {
    signIn(newcomer);
    serveLot(makeFullLot(), { orders: [makeOrder({ status: OrderStatus.Pending })] });
    renderApp("/lot/12/rassvet");
    const bar = await screen.findByRole("region", { name: "Кратко о лоте" });
    expect(await within(bar).findByText("Ваша заявка на рассмотрении")).toBeInTheDocument();
  });

  it("does not stand on a page without actions", async () => {
    serveLot(makeFullLot());
    renderApp("/lot/12/rassvet?isBriefMode=true");
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByRole("region", { name: "Кратко о лоте" })).not.toBeInTheDocument();
  });
});
