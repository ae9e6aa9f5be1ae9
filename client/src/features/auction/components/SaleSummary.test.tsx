import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import type { CatalogShort, User } from "@/lib/api/types";
import { observeServerTime } from "@/lib/clock";
import { expectAccessible } from "@/testing/axe";
import {
  at,
  HOUR,
  makeFullCatalog,
  makeLeadingBet,
  makeLot,
  makeUser,
  NOW,
  pageOf,
} from "@/testing/factories";
import { makeOrder } from "@/testing/lot";
import { renderPart } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { CatalogState, LotState, OrderStatus } from "@/trade/enums";
import SaleResults from "./SaleResults";
import { SaleSoon } from "./SaleSoon";

const catalog = makeFullCatalog({ state: CatalogState.Scheduled, startDate: at(2 * HOUR), commission: 15 });

function showSoon(user: User | null, orders = user ? [makeOrder()] : []) {
  observeServerTime(NOW, Date.now(), Date.now());
  if (user) signIn(user);
  const held = { subscribed: [] as CatalogShort[] };
  server.use(
    http.get("*/api/house/orders/my", () => json(orders)),
    http.get("*/api/catalog/notifications", () => json(held.subscribed)),
    http.post("*/api/catalog/notifications", () => {
      held.subscribed = [catalog];
      return json(catalog);
    }),
    http.get("*/api/trade/bet/my", () =>
      json(
        pageOf([
          { bet: null, absentee: 100_000, lot: makeLot({ catalogId: 10 }), isLeading: false, isOutbid: true },
        ]),
      ),
    ),
  );
  return renderPart(<SaleSoon catalog={catalog} start={Date.parse(at(2 * HOUR))} onLots={() => undefined} />);
}

const step = async (title: string) =>
  within((await screen.findByRole("heading", { name: title })).closest("li") as HTMLElement);

it("a sale before its start counts down and says what a trusted bidder has prepared", async () => {
  const { container } = showSoon(makeUser({ acceptedInHouseIds: [1], trustedInHouseIds: [1] }));
  expect(await screen.findByRole("timer")).toHaveTextContent(/0?1.?час59минут|02часа00минут/);
  expect((await step("Регистрация")).getByText("Готово")).toBeVisible();
  expect((await step("Предел ставок")).getByText("Без предела")).toBeVisible();
  expect(await (await step("Заочные ставки")).findByText(/^1.лимит на 100.000.₽$/)).toBeVisible();
  expect((await step("Заочные ставки")).getByText(/не больше 115.000.₽/)).toBeVisible();
  await expectAccessible(container);
});

it("an untrusted bidder hears of their limit", async () => {
  showSoon(makeUser({ acceptedInHouseIds: [1] }));
  const cap = await step("Предел ставок");
  expect(cap.getByText(/^Предел 5.000.₽$/)).toBeVisible();
  expect(cap.getByRole("button", { name: "Снять предел" })).toBeEnabled();
});

it("a visitor hears that registration is needed", async () => {
  showSoon(null);
  const registration = await step("Регистрация");
  expect(registration.getByText("Нужна для ставок")).toBeVisible();
  expect(registration.getByRole("button", { name: "Зарегистрироваться" })).toBeEnabled();
  expect(screen.queryByRole("heading", { name: "Предел ставок" })).not.toBeInTheDocument();
});

it("one whose request was rejected hears that they may send another", async () => {
  showSoon(makeUser(), [makeOrder({ status: OrderStatus.Rejected, conclusion: "Нет телефона" })]);
  const registration = await step("Регистрация");
  expect(registration.getByText("Ваша заявка отклонена")).toBeVisible();
  expect(registration.getByText(/^Ответ дома: Нет телефона\s+Заявку можно отправить снова/)).toBeVisible();
  expect(registration.getByRole("button", { name: "Отправить заявку снова" })).toBeEnabled();
});

it("the sale goes into the calendar, and its beginning is reminded of", async () => {
  const person = userEvent.setup();
  showSoon(makeUser({ acceptedInHouseIds: [1] }));
  const made: Blob[] = [];
  const create = vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    made.push(file as Blob);
    return "blob:x";
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await person.click(screen.getByRole("button", { name: "В календарь" }));
  expect(made[0]?.type).toBe("text/calendar");
  expect(click).toHaveBeenCalledOnce();
  create.mockRestore();
  click.mockRestore();
  await person.click(screen.getByRole("button", { name: "Напомнить о начале" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Напомним о начале" })).toHaveAttribute("aria-pressed", "true"),
  );
});

function showResults(lots: ReturnType<typeof makeLot>[]) {
  server.use(http.get("*/api/catalog/10/lots", () => json(pageOf(lots))));
  return renderPart(
    <SaleResults
      catalog={makeFullCatalog({ state: CatalogState.Completed, commission: 15 })}
      onLots={() => undefined}
    />,
  );
}

it("a sale that is over says what was sold, for how much, and its best lots", async () => {
  const price = makeLot().price;
  const sold = { state: LotState.Sold, isBiddingOver: true } as const;
  const { container } = showResults([
    makeLot({ id: 1, titleRu: "Дешевле", ...sold, price: { ...price, value: 100_000 } }),
    makeLot({ id: 2, titleRu: "Дороже", ...sold, price: { ...price, value: 300_000 } }),
    makeLot({ id: 3, titleRu: "Непроданный", state: LotState.NotSold, isBiddingOver: true }),
  ]);
  expect(await screen.findByText("2 из 3")).toBeVisible();
  expect(screen.getByText(/^400.000.₽$/)).toBeVisible();
  expect(screen.getByText(/^с комиссией 460.000.₽$/)).toBeVisible();
  expect(screen.getByText(/^1.лот$/)).toBeVisible();
  const best = screen.getAllByRole("listitem");
  expect(best.map((row) => within(row).getByRole("link").textContent)).toEqual(["Дороже", "Дешевле"]);
  expect(within(best[0] as HTMLElement).getByText("Выше эстимейта")).toBeVisible();
  await expectAccessible(container);
});

it("a sale that sold nothing has no summary", async () => {
  const { container } = showResults([makeLot({ state: LotState.NotSold, isBiddingOver: true })]);
  await waitFor(() => expect(container.querySelector(".mantine-Skeleton-root")).toBeNull());
  expect(screen.queryByText("Лучшие лоты")).not.toBeInTheDocument();
});

it("the share above the estimate is of those sold with one; a sale without estimates has none", async () => {
  const price = { ...makeLot().price, estimatedFrom: 100_000, estimatedTo: 120_000 };
  const bare = { ...price, estimatedFrom: null, estimatedTo: null };
  const sold = { state: LotState.Sold, isBiddingOver: true } as const;
  const { unmount } = showResults([
    makeLot({ id: 1, titleRu: "Дорого", ...sold, price: { ...price, value: 252_000 } }),
    makeLot({ id: 2, titleRu: "В срок", ...sold, price: { ...price, value: 120_000 } }),
    makeLot({ id: 3, titleRu: "Без оценки", ...sold, price: { ...bare, value: 900_000 } }),
  ]);
  expect(await screen.findByText("50 % проданных с эстимейтом")).toBeVisible();
  expect(screen.getByText("В 2,1 раза выше эстимейта")).toBeVisible();
  unmount();
  showResults([makeLot({ id: 3, ...sold, price: { ...bare, value: 900_000 } })]);
  expect(await screen.findByText("1 из 1")).toBeVisible();
  expect(screen.queryByText("Выше эстимейта")).not.toBeInTheDocument();
});

it("a winner reads what they won and what they pay", async () => {
  signIn(makeUser());
  const { price } = makeLot();
  const bet = makeLeadingBet({ userId: 7, value: 200_000 });
  showResults([
    makeLot({
      id: 1,
      catalogLotId: 47,
      titleRu: "Кувшин",
      state: LotState.Sold,
      isBiddingOver: true,
      price: { ...price, value: 200_000 },
      leadingBet: bet,
    }),
    makeLot({ id: 2, state: LotState.Sold, isBiddingOver: true, price: { ...price, value: 100_000 } }),
  ]);
  expect(await screen.findByText("Ваша ставка победила: лот 47, «Кувшин»")).toBeVisible();
  expect(screen.getByText(/^200 000 ₽, с комиссией 230 000 ₽\./)).toBeVisible();
});
