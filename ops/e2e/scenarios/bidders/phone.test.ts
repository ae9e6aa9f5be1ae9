// A phone in one hand: the bar at the bottom of a lot always says where things stand, and the way into the hall needs no
// scrolling.
import assert from "node:assert/strict";
import { bidInDialog, conductAsked, isOutbid, leads } from "../../lib/bidding.ts";
import type { Person } from "../../lib/person.ts";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";

const bar = (person: Person) => person.page.getByRole("region", { name: "Кратко о лоте" });

/** The bar says all of these, and stands wholly on the screen. */
async function barSays(person: Person, ...words: RegExp[]): Promise<void> {
  await person.sees(bar(person));
  for (const word of words) await person.sees(bar(person).getByText(word));
  const place = await bar(person).boundingBox();
  const screen = person.page.viewportSize();
  assert.ok(place && screen);
  assert.ok(place.y >= 0 && place.y + place.height <= screen.height + 1, "the bar is beyond the screen");
}

async function barOffers(person: Person, name: RegExp): Promise<void> {
  await person.sees(bar(person).getByRole("button", { name }).or(bar(person).getByRole("link", { name })));
}

scenario(
  "the bar of a phone's lot page: price, time and place for everybody, and never empty",
  "states",
  async ({ server, member, visitor }) => {
    const weekend = await sale(server, "Торги на выходные");
    const hammer = await sale(server, "Зал с аукционистом");
    const soon = await sale(server, "Вечер, который ещё не начался");
    const past = await sale(server, "Прошлые торги");
    const open = lotOf(weekend, 2);
    const path = `/lot/${open.id}`;
    const LEFT = /1\sдень\s\d+\sч/;

    const guest = await visitor("guest", "phone");
    await guest.open(path);
    await barSays(guest, /Стартовая цена/, /2\s000\s₽/, LEFT);
    await barOffers(guest, /Войти и поставить/);

    // One who is not registered with the house learns how.
    const natalia = await member("new@demo.example", path, "phone");
    await barSays(natalia, /Чтобы делать ставки, нужна регистрация в аукционном доме/, /2\s000\s₽/, LEFT);
    await bar(natalia).getByRole("button", { name: "Зарегистрироваться" }).click();
    await natalia.sees(natalia.page.getByRole("dialog"));
    await natalia.hasNoBarriers();

    const anna = await member("trusted@demo.example", path, "phone");
    await barSays(anna, /2\s000\s₽/, LEFT);
    await bar(anna)
      .getByRole("button", { name: /^Ставка 2\s000\s₽\sс\sкомиссией 2\s300\s₽$/ })
      .click();
    await anna.sees(anna.page.getByRole("dialog"));
    await anna.page.keyboard.press("Escape");
    await bidInDialog(anna, 2_000);
    await leads(anna);
    await barSays(anna, /Вы лидируете/, /2\s000\s₽/, LEFT);
    const mikhail = await member("trusted2@demo.example", path, "phone");
    await bidInDialog(mikhail, 2_200);
    await isOutbid(anna);
    await barSays(anna, /Ваша ставка перебита/, /2\s200\s₽/, LEFT);
    await barOffers(anna, /^Ставка 2\s420\s₽\sс\sкомиссией 2\s783\s₽$/);
    await anna.fitsTheScreen();

    // In the hall: on the block, in the queue and after the hammer.
    const inHall = [
      [lotOf(hammer, 3), [/Стартовая цена/, /30\s000\s₽/, /Продаётся в зале/]],
      [lotOf(hammer, 5), [/Стартовая цена/, /50\s000\s₽/, /Сейчас лот 3/]],
      [lotOf(hammer, 1), [/Продан участнику \d+ за 10\s000\s₽/]],
      [lotOf(hammer, 2), [/Не продан/]],
      [lotOf(soon, 2), [/Стартовая цена/, /20\s000\s₽/, /начало \d+\s[а-я]+, \d\d:\d\d/]],
      [lotOf(past, 1), [/Продан участнику \d+ за 1\s000\s₽/]],
      [lotOf(past, 2), [/Не продан/]],
    ] as const;
    for (const person of [guest, natalia, anna])
      for (const [lot, words] of inHall) {
        await person.open(`/lot/${lot.id}`);
        await barSays(person, ...words);
        await person.photograph(`bar-${lot.id}`);
      }
    await anna.open(`/lot/${lotOf(past, 3).id}`);
    await barSays(anna, /Ваша ставка победила/, /1\s150\s₽/);
    await barOffers(anna, /Что дальше/);

    // The bar follows the hammer without a reload.
    await guest.open(`/lot/${lotOf(hammer, 3).id}`);
    await barSays(guest, /30\s000\s₽/);
    const elena = await member("auctioneer@demo.example", hammer.path, "console");
    await conductAsked(elena, "ArrowRight", /^Следующий/);
    await barSays(guest, /Не продан/);
  },
);

scenario("a phone's home page: into the running sale without scrolling", "states", async ({ visitor }) => {
  const guest = await visitor("guest", "phone");
  // What is left of a small phone between the browser's bars.
  await guest.page.setViewportSize({ width: 360, height: 616 });
  await guest.open("/");
  const { page } = guest;
  const enter = page.getByRole("link", { name: "Войти в зал", exact: true }).first();
  await guest.sees(enter);
  assert.equal(await page.evaluate(() => scrollY), 0);
  const place = await enter.boundingBox();
  assert.ok(place);
  // Nothing lies over it, such as the bar of tabs.
  const isFree = await enter.evaluate((link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return [top + 2, top + height - 2].every((y) =>
      link.contains(document.elementFromPoint(left + width / 2, y)),
    );
  });
  await guest.photograph("phone-home");
  assert.ok(isFree, `«Войти в зал» is at ${Math.round(place.y)}, below the screen's end or under a bar`);
  await enter.click();
  await guest.sees(page.getByRole("region", { name: "Текущий лот" }));
});
