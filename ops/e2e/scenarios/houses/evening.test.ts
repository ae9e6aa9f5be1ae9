import assert from "node:assert/strict";
import {
  betOfTheHall,
  bidMinimum,
  conduct,
  conductAsked,
  isOutbid,
  leads,
  leavesLimit,
  OVERBID,
  seesPrice,
  strikes,
} from "../../lib/bidding.ts";
import type { Person } from "../../lib/person.ts";
import { asksPrice, PRICE_BUTTON } from "../../lib/price.ts";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";
import { archive } from "../../lib/table.ts";

const TITLE = "Осенний вечер";
/** Fifty photographs are decoded and encoded within this time, on a busy machine. */
const PICTURES_MS = 60_000;

async function press(person: Person, name: string | RegExp): Promise<void> {
  await person.page.getByRole("button", { name }).first().click();
}

async function confirm(person: Person, name: string): Promise<void> {
  await person.page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
}

/** The date and time of a field, on Moscow's clock, so many minutes from now. */
function inMinutes(minutes: number): string {
  return new Date(Date.now() + (minutes + 180) * 60_000).toISOString().slice(0, 16);
}

/** Accepts the invitation that waits in the account. */
async function acceptsInvitation(person: Person): Promise<void> {
  await person.open("/account/profile");
  const accepted = person.page.waitForResponse((response) => response.url().endsWith("/accept"));
  await press(person, "Принять");
  assert.equal((await accepted).status(), 204);
}

scenario(
  "an evening of a new house: from its founding to the protocol",
  "saleroom",
  async ({ server, member, visitor }) => {
    const admin = await member("admin@demo.example", "/admin/houses");
    await press(admin, "Добавить дом");
    const founding = admin.page.getByRole("dialog", { name: "Новый дом" });
    await founding.getByLabel("Название").fill("Дом на Пречистенке");
    await founding.getByLabel("Телефон").fill("+7 900 000-09-01");
    await founding.getByLabel("E-mail").fill("house@demo.example");
    await founding.getByLabel("Владелец").fill("founder@demo.example");
    await founding.getByRole("button", { name: "Добавить", exact: true }).click();
    await admin.sees("Дом добавлен");
    await admin.sees("Приглашены");

    const owner = await member("founder@demo.example", "/");
    await acceptsInvitation(owner);
    const houseId = Number(new URL(admin.page.url()).searchParams.get("id"));
    const cabinet = `/house-account/${houseId}`;

    await owner.open(`${cabinet}/staff`);
    await owner.page.getByLabel("E-mail или телефон").fill("helper@demo.example");
    await press(owner, "Пригласить");
    await owner.sees("Приглашение отправлено");
    await owner.photograph("evening-staff");
    const helper = await member("helper@demo.example", "/", "phone");
    await acceptsInvitation(helper);

    await owner.open(`${cabinet}/catalogs/new`);
    await owner.page.getByLabel("Название").fill(TITLE);
    await owner.page.getByLabel("Начало торгов").fill(inMinutes(10));
    await press(owner, /^(Создать|Сохранить)/);
    await owner.page.waitForURL(/catalogs\/\d+/);
    const catalogId = Number(owner.page.url().match(/catalogs\/(\d+)/)?.[1]);

    await owner.open(`${cabinet}/import?catalog=${catalogId}`);
    await owner.page.locator('input[type="file"]').setInputFiles(await archive(50));
    await owner.sees("Строки с ошибками", PICTURES_MS);
    await owner.photograph("evening-corrections");
    for (const [row, price] of [
      [8, "7000"],
      [22, "21000"],
      [34, "33000"],
    ] as const) {
      const field = owner.page.getByLabel(`Старт, строка ${row}`);
      await field.fill(price);
      await field.press("Enter");
    }
    await press(owner, "Проверить ещё раз");
    await owner.sees(owner.page.getByRole("button", { name: "Загрузить 50 лотов" }), PICTURES_MS);
    await press(owner, "Загрузить 50 лотов");
    await owner.sees("Лоты загружены", PICTURES_MS);
    await owner.photograph("evening-import");

    await owner.open(`${cabinet}/catalogs/${catalogId}`);
    const auctioneer = owner.page.getByLabel("E-mail или телефон аукциониста");
    await auctioneer.fill("hammer@demo.example");
    await auctioneer.press("Enter");
    await owner.sees(/^(Приглашение отправлено|Аукционист)/);
    const elena = await member("hammer@demo.example", "/", "console");
    await acceptsInvitation(elena);
    await admin.page.getByRole("switch", { name: "ПостАукцион" }).press("Space");

    // The check names what is missing; once it is there, the catalog is published.
    await owner.open(`${cabinet}/catalogs/${catalogId}`);
    await owner.sees("Нет условий оплаты и доставки");
    await owner.open(`${cabinet}/profile`);
    const terms = owner.page.getByRole("textbox", { name: "Условия оплаты и доставки" });
    await terms.click();
    await owner.page.keyboard.type("Счёт в течение пяти дней, доставка за счёт покупателя");
    await owner.page.getByLabel("Комиссия, %").fill("15");
    const saved = owner.page.waitForResponse(
      (response) => response.url().endsWith("/api/house") && response.request().method() === "POST",
    );
    await owner.page.keyboard.press("Control+s");
    assert.equal((await saved).status(), 200);
    await owner.open(`${cabinet}/catalogs/${catalogId}`);
    await owner.sees("В каталоге 50 лотов");
    await press(owner, "Опубликовать");
    await confirm(owner, "Опубликовать");
    await owner.sees(owner.page.getByRole("button", { name: "Запустить" }));
    await owner.photograph("evening-published");

    const anna = await member("trusted@demo.example", `/auction-house/${houseId}`);
    const mikhail = await member("trusted2@demo.example", `/auction-house/${houseId}`, "phone");
    for (const bidder of [anna, mikhail]) {
      await press(bidder, "Отправить заявку");
      await bidder.sees("Ваша заявка на рассмотрении");
    }
    // On a phone, by the house's manager, one after the other.
    await helper.open(`${cabinet}/orders`);
    await helper.sees("Ждут решения: 2");
    await helper.page.locator("button[data-order]").first().click();
    await helper.photograph("evening-registration");
    for (const left of [1, 0]) {
      await press(helper, "Подтвердить и доверять");
      await helper.sees(left === 1 ? "Ждёт решения: 1" : "Все заявки разобраны");
    }
    await anna.sees("Ваша заявка одобрена", 20_000);

    const path = `/auction/${catalogId}`;
    const held = await sale(server, TITLE);
    await anna.open(`/lot/${lotOf(held, 3).id}`);
    await leavesLimit(anna, 4_000);
    await elena.open(path);
    await conduct(elena, /^Старт/);
    for (const bidder of [anna, mikhail]) await bidder.open(path);
    await Promise.all([anna, mikhail, elena].map((person) => person.sees(lotOf(held, 1).titleRu)));

    await bidMinimum(anna);
    await leads(anna);
    await betOfTheHall(elena, "41");
    await isOutbid(anna);
    await bidMinimum(mikhail);
    await leads(mikhail);
    await strikes(elena, "F4", /^Последний раз/);
    await Promise.all([anna, mikhail].map((person) => person.sees(/Последний раз/i)));
    await strikes(elena, "F6", /^Пауза/);
    await elena.page.getByRole("dialog").getByLabel("Причина").fill("Ждём эксперта");
    await elena.page.keyboard.press("Enter");
    await Promise.all([anna, mikhail].map((person) => person.sees("Ждём эксперта")));
    await conduct(elena, /^Продолжить/);
    await anna.seesNoMore(anna.page.getByText("Ждём эксперта"));
    // The last bet is cancelled, and the hall leads again.
    await conductAsked(elena, "Backspace", /^Отменить ставку/);
    await seesPrice(mikhail, 1_100);
    assert.equal((await sale(server, TITLE)).lots[0]?.leadingBet?.paddle, "41");
    await elena.photograph("evening-console");
    await conduct(elena, /Продать/);
    await conduct(elena, /Следующий/);
    await anna.sees(lotOf(held, 2).titleRu);
    await bidMinimum(anna);
    await leads(anna);
    await conduct(elena, /Продать/);

    // Sold too early: the lot returns with its bets, and is sold again.
    await conductAsked(elena, "ArrowLeft", /^Вернуть лот 2/);
    await leads(anna);
    await conduct(elena, /Продать/);

    // Anna's limit bids for her.
    await conduct(elena, /Следующий/);
    await leads(anna);
    await bidMinimum(mikhail, OVERBID);
    await Promise.all([leads(anna), isOutbid(mikhail)]);
    await conduct(elena, /Продать/);

    // The other lots get no bets; the sale ends behind the last one.
    await conduct(elena, /Следующий/);
    for (const { titleRu } of held.lots.slice(3)) {
      await elena.page.getByRole("region", { name: "Текущий лот" }).getByText(titleRu).waitFor();
      await conductAsked(elena, "Delete", /^Снять лот/);
    }
    await conductAsked(elena, "F10", /^Завершить/);
    assert.equal((await sale(server, TITLE)).lots.filter((lot) => lot.state === 2).length, 3);

    // The house: the protocol, the bets, who paid, and what was not sold.
    await owner.open(`${cabinet}/results?catalog=${catalogId}`);
    await owner.sees("3 из 50");
    for (const [button, name] of [
      ["Ставки, xlsx", /\.xlsx$/],
      ["Протокол, PDF", /\.pdf$/],
    ] as const) {
      const file = owner.page.waitForEvent("download");
      await press(owner, button);
      assert.match((await file).suggestedFilename(), name);
    }
    await owner.photograph("evening-results");
    const paid = owner.page.waitForResponse(
      (response) => response.url().endsWith("/paid") && response.request().method() !== "GET",
    );
    await press(owner, "Отметить оплату");
    await owner.sees("Оплачен");
    assert.equal((await paid).status(), 200);
    await press(owner, "Куда перенести");
    await owner.page.getByRole("menuitem", { name: "В ПостАукцион" }).click();
    await confirm(owner, "Перенести");
    await owner.sees("Непроданные лоты убраны из торгов", PICTURES_MS);
    // Lists are updated within a second.
    await owner.page.waitForFunction(
      async (path) => (await (await fetch(path)).json()).totalCount === 3,
      `/api/catalog/${catalogId}/lots`,
    );

    // A visitor asks for the price of a lot that was not sold: they sign in, and prove the number they leave.
    const guest = await visitor("guest", "phone");
    const unsold = lotOf(held, 12);
    await guest.open(`/buy?search=${encodeURIComponent(unsold.titleRu)}`);
    await asksPrice(guest, unsold.titleRu, {
      email: "guest@demo.example",
      phone: "+79000000912",
      question: "Есть ли у этюда рама?",
    });
    await guest.photograph("evening-price-request");
    await guest.page.getByRole("link", { name: "Мои запросы цен" }).click();
    await guest.sees("Ожидает ответа");
    await guest.fitsTheScreen();

    // The house answers in its cabinet, and the open page shows it.
    await owner.open(`${cabinet}/queries`);
    await owner.sees("Есть ли у этюда рама?");
    await owner.sees("+7 (900) 000-09-12");
    await press(owner, /^Ответить: /);
    await owner.page.getByLabel(/^Ответ на запрос/).fill("Рама есть. Цена 14 000 ₽");
    await press(owner, /^Ответить$/);
    await owner.sees("Все запросы разобраны");
    await guest.sees("Ответ получен");
    await guest.sees(/Рама есть\. Цена 14 000 ₽/);
    await guest.open(`/lot/${unsold.id}`);
    await guest.sees("Рама есть. Цена 14 000 ₽");
    assert.ok(await guest.page.getByRole("button", { name: PRICE_BUTTON }).first().isEnabled());
    await guest.photograph("evening-price-answer");
  },
);
