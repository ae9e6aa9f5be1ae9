// What a sale says before its start, at the hammer and in its feeds.
import assert from "node:assert/strict";
import { betOfTheHall, bidMinimum, conduct, conductAsked, leads } from "../../lib/bidding.ts";
import type { Person } from "../../lib/person.ts";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";

const BET = /СДЕЛАТЬ СТАВКУ|^Ставка \d|ПОДТВЕРДИТЬ/i;

const bidBar = (person: Person) => person.page.getByRole("region", { name: "Ставка", exact: true });
const feed = (person: Person) => person.page.getByRole("region", { name: "Ставки", exact: true });

/** The members that the room's head counts, as a screen reader hears it. */
async function seesMembers(person: Person, count: number): Promise<void> {
  await person.sees(
    person.page.getByTitle("Участников в зале").getByText(new RegExp(`^${count}\\sучастник`)),
  );
}

for (const screen of ["desktop", "phone"] as const)
  scenario(
    `before the start on a ${screen}: a countdown, no bet button, and nothing is called current`,
    "states",
    async ({ server, member }) => {
      const soon = await sale(server, "Вечер, который ещё не начался");
      const anna = await member("trusted@demo.example", soon.path, screen);
      const { page } = anna;
      const bar = page.getByRole("region", { name: "До начала торгов" });
      await anna.sees(bar.getByRole("timer"));
      assert.match((await bar.getByRole("timer").textContent()) ?? "", /\d\d\s*минут/);
      if (screen === "phone") await page.getByRole("button", { name: "Лоты аукциона и ставки" }).click();
      await anna.sees(page.getByRole("navigation", { name: "Лоты аукциона" }).getByText("Оттепель"));
      assert.equal(await page.getByText("Сейчас", { exact: true }).count(), 0, "a lot is called current");
      assert.equal(await page.locator("[aria-current=true]").count(), 0, "a lot is marked as current");
      assert.equal(await page.getByRole("button", { name: BET }).count(), 0, "a bet is offered");

      // The bet of another day says so.
      if (screen === "phone") await page.getByRole("tab", { name: "Ставки" }).click();
      await anna.sees(page.getByText(/^\d+\s[а-я]+, \d\d:\d\d:\d\d$/).filter({ visible: true }));

      // The lot's page counts down to the same instant.
      await anna.open(`/lot/${lotOf(soon, 2).id}`);
      await anna.sees("До начала торгов");
      await anna.sees(page.getByRole("main").getByRole("timer"));
    },
  );

scenario(
  "at the hammer: one sentence to the winner, to the others and about a lot that nobody bought",
  "states",
  async ({ server, member, visitor }) => {
    const hammer = await sale(server, "Зал с аукционистом");
    const elena = await member("auctioneer@demo.example", hammer.path, "console");
    const anna = await member("trusted@demo.example", hammer.path);
    const mikhail = await member("trusted2@demo.example", hammer.path, "phone");
    const guest = await visitor("guest");
    await guest.open(hammer.path);
    const watchers = [anna, mikhail, guest];
    for (const person of watchers) await person.sees(lotOf(hammer, 3).titleRu);

    await bidMinimum(anna);
    await leads(anna);
    await conduct(elena, /Продать/);
    await anna.sees(bidBar(anna).getByText(/^Ваша ставка победила/));
    for (const person of [mikhail, guest])
      await person.sees(bidBar(person).getByText(/^Продан участнику \d+ за 30\s000\s₽/));
    for (const person of watchers) {
      // What was announced before is followed by what is announced now.
      await person.seesNoMore(person.page.getByText(/лидируете|перебита/i).filter({ visible: true }));
      await person.photograph("hammer-sold");
    }
    // The same words on the lot's own page, for each as it concerns them.
    for (const [person, words] of [
      [anna, /^Ваша ставка победила/],
      [mikhail, /^Продан участнику \d+ за 30\s000\s₽/],
      [guest, /^Продан участнику \d+ за 30\s000\s₽/],
    ] as const) {
      await person.open(`/lot/${lotOf(hammer, 3).id}`);
      await person.sees(person.page.getByText(words).filter({ visible: true }));
      await person.photograph("hammer-lot");
      await person.open(hammer.path);
    }

    // Sold in the hall, to a paddle and to a person unknown.
    await conduct(elena, /Следующий/);
    await mikhail.sees(lotOf(hammer, 4).titleRu);
    await betOfTheHall(elena, "41");
    await conduct(elena, /Продать/);
    await mikhail.sees(bidBar(mikhail).getByText(/^Продан участнику 41 в зале за 40\s000\s₽/));

    await conduct(elena, /Следующий/);
    await mikhail.sees(lotOf(hammer, 5).titleRu);
    await conductAsked(elena, "Delete", /^Снять лот/);
    await mikhail.sees(lotOf(hammer, 6).titleRu);
    await mikhail.open(`/lot/${lotOf(hammer, 5).id}`);
    await mikhail.sees(mikhail.page.getByText("Не продан", { exact: true }).filter({ visible: true }));
  },
);

scenario(
  "the feeds of a room: «Зал» once, dates of other days, and only those who are there are counted",
  "states",
  async ({ server, member, visitor }) => {
    const hammer = await sale(server, "Зал с аукционистом");
    const anna = await member("trusted@demo.example", hammer.path);
    const elena = await member("auctioneer@demo.example", hammer.path, "console");
    await anna.sees(lotOf(hammer, 3).titleRu);
    await seesMembers(anna, 2);
    const guest = await visitor("guest", "phone");
    await guest.open(hammer.path);
    await seesMembers(anna, 3);
    await guest.leave();
    await seesMembers(anna, 2);

    // A bet of the hall is the hall's by name or by source, never by both.
    await betOfTheHall(elena, "41");
    const row = feed(anna).getByRole("listitem").first();
    await anna.sees(row.getByText("Участник 41"));
    assert.match(
      (await row.innerText()).replaceAll(/\s+/g, " "),
      /^Участник 41 зал 30 000 ₽ \d\d:\d\d:\d\d$/,
    );
    await bidMinimum(anna);
    await leads(anna);
    await betOfTheHall(elena, "");
    await anna.sees(row.getByText("Зал", { exact: true }));
    assert.match((await row.innerText()).replaceAll(/\s+/g, " "), /^Зал \d\d \d{3} ₽ \d\d:\d\d:\d\d$/);

    // Bets of another day carry their date, on the page of a lot too.
    const weekend = await sale(server, "Торги на выходные");
    await anna.open(`/lot/${lotOf(weekend, 1).id}`);
    const bets = anna.page.getByRole("region", { name: "Ставки" }).getByRole("listitem");
    await anna.sees(bets);
    for (const text of await bets.allInnerTexts())
      assert.match(text.replaceAll(/\s+/g, " "), /^Участник \d+ сеть 1 \d00 ₽ \d+ [а-я]+, \d\d:\d\d:\d\d$/);
  },
);
