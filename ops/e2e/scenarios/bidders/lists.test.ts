// Lists and searches: what can still be had comes first, filters work, and times and sums are written in one way.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Person } from "../../lib/person.ts";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";

const cards = (person: Person) => person.page.getByRole("main").getByRole("article");
const tab = (person: Person, name: RegExp) =>
  person.page.getByRole("navigation", { name: "Состояние торгов" }).getByRole("link", { name });

/** Waits until the cards have these titles, in any order. */
async function lists(person: Person, titles: readonly string[]): Promise<void> {
  for (const title of titles) await person.sees(cards(person).getByText(title, { exact: true }));
  await person.page.waitForFunction(
    (count) => document.querySelectorAll("main article").length === count,
    titles.length,
  );
}

scenario(
  "a list begins with what can still be had; what is over has a tab of its own",
  "states",
  async ({ visitor }) => {
    const guest = await visitor("guest");
    const { page } = guest;
    const open = ["Этюд «Лодки»", "Этюд с мостом", "Этюд с домом", "Этюд к картине «Март»"];
    const sold = ["Этюд с рекой", "Этюд с полем"];
    const unsold = ["Этюд с лесом"];
    const studies = `/lots?search=${encodeURIComponent("этюды")}`;
    await guest.open(studies);
    await lists(guest, open);
    assert.equal(
      await cards(guest)
        .getByText(/ПРОДАН|ТОРГИ ЗАВЕРШЕНЫ/i)
        .count(),
      0,
    );

    await tab(guest, /^Проданные\s*2$/).click();
    await lists(guest, sold);
    await guest.sees(cards(guest).first().getByText("Цена продажи"));
    await tab(guest, /^Не проданные\s*1$/).click();
    await lists(guest, unsold);
    await tab(guest, /^Все\s*7$/).click();
    await lists(guest, [...open, ...sold, ...unsold]);
    await tab(guest, /^В торгах\s*3$/).click();
    await lists(guest, open.slice(0, 3));
    await page.goBack();
    await lists(guest, [...open, ...sold, ...unsold]);
    await tab(guest, /^В продаже/).click();
    await lists(guest, open);

    // The filters narrow what is listed, and the address keeps them.
    await page.getByRole("checkbox", { name: /^Параллельные торги/ }).check();
    await lists(guest, open.slice(0, 3));
    await page.getByRole("textbox", { name: "Цена от" }).fill("2000");
    await page.keyboard.press("Enter");
    await lists(guest, ["Этюд с мостом", "Этюд с домом"]);
    await page.reload();
    await lists(guest, ["Этюд с мостом", "Этюд с домом"]);
    await page.getByRole("button", { name: /^Убрать фильтр: от 2\s000\s₽/ }).click();
    await lists(guest, open.slice(0, 3));

    // A search that only lots of the past answer says so.
    await guest.open(`/lots?search=${encodeURIComponent("этюд с рекой")}`);
    await guest.sees(page.getByRole("heading", { name: "Сейчас в продаже таких лотов нет" }));
    await page.getByRole("button", { name: "Смотреть все: 1" }).click();
    await lists(guest, ["Этюд с рекой"]);

    // A reload keeps the scroll position. A page opened by its address starts at the top, even if it was left further down earlier.
    await guest.open(studies);
    await lists(guest, open);
    await page.evaluate(() => scrollTo(0, 100));
    await page.reload();
    await lists(guest, open);
    await page.waitForFunction(() => scrollY === 100);
    await guest.open("/");
    await guest.open(studies);
    await lists(guest, open);
    assert.equal(await page.evaluate(() => scrollY), 0);

    // The catalog of a running sale begins with the lot on the block.
    await guest.open("/");
    await page.getByRole("link", { name: "Каталог", exact: true }).first().click();
    await lists(guest, ["Берёзы", "Этюд к картине «Март»", "Полдень в поле", "Вечерний звон"]);
    await guest.sees(cards(guest).first().getByText("Берёзы"));
  },
);

/** The texts of all elements that have no other elements in them and match the pattern. */
async function textsLike(place: Locator, pattern: RegExp): Promise<string[]> {
  const texts = await place.evaluate((element) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? "");
    return found;
  });
  return texts.filter((text) => pattern.test(text));
}

for (const screen of ["desktop", "phone"] as const)
  scenario(
    `47 hours are «1 день 23 ч», and the signs of currencies follow the sums, on a ${screen}`,
    "states",
    async ({ server, visitor }) => {
      const weekend = await sale(server, "Торги на выходные");
      const euro = await sale(server, "Торги за евро");
      const guest = await visitor("guest", screen);
      const { page } = guest;
      const LEFT = /1\sдень\s23\sч/;
      await guest.open("/auctions");
      const row = page.getByRole("article").filter({ hasText: weekend.title });
      await guest.sees(row.getByText(/до окончания 1\sдень\s23\sч/));
      for (const path of [weekend.path, `/lots?search=${encodeURIComponent("этюд с мостом")}`]) {
        await guest.open(path);
        await guest.sees(page.getByRole("main").getByText(LEFT).filter({ visible: true }));
      }
      // The large clock has a place for each unit.
      await guest.open(`/lot/${lotOf(weekend, 2).id}`);
      const clock = page.getByRole("main").getByRole("timer").first();
      await guest.sees(clock);
      assert.match(
        ((await clock.textContent()) ?? "").replaceAll(/\s/g, ""),
        /^01день23часа\d\dминут[аы]?\d\dсекунд[аы]?$/,
      );

      const signs = /[₽€$]/;
      for (const path of [`/lot/${lotOf(euro, 1).id}`, euro.path, `/lot/${lotOf(weekend, 1).id}`, "/lots"]) {
        await guest.open(path);
        await guest.sees(page.getByRole("main").getByText(signs).filter({ visible: true }));
        const sums = await textsLike(page.locator("body"), signs);
        assert.ok(
          sums.some((text) => /\d\s[₽€]/.test(text)),
          `no sum on ${path}`,
        );
        // After the sum and apart from it, never before.
        for (const text of sums) assert.doesNotMatch(text, /[₽€$]\s*\d|\d[₽€$]/, path);
      }
      await guest.open(`/lot/${lotOf(euro, 1).id}`);
      await guest.sees(page.getByText(/^3\s800\s€$/).filter({ visible: true }));
    },
  );
