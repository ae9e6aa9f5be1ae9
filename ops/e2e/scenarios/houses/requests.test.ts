// Lots without bidding: a visitor asks for the price or for the seller, and the house sees it.
import assert from "node:assert/strict";
import type { Person } from "../../lib/person.ts";
import { asksPrice, PRICE_BUTTON } from "../../lib/price.ts";
import { scenario } from "../../lib/scenario.ts";

const HOUSE = "Аукционный дом «Северная галерея»";

/** Opens the sign-in by asking for the price, and finds that no code is sent without the consent. */
async function consentComesFirst(person: Person, email: string): Promise<void> {
  const { page, server } = person;
  await page.getByRole("button", { name: PRICE_BUTTON }).filter({ visible: true }).first().click();
  const login = page.getByRole("dialog", { name: "Вход" });
  await login.getByText("Код на e-mail", { exact: true }).click();
  await login.getByRole("textbox", { name: "E-mail", exact: true }).fill(email);
  assert.equal(await login.getByRole("checkbox", { name: /персональных данных/ }).isChecked(), false);
  await login.getByRole("button", { name: "Отправить код" }).click();
  await person.sees(login.getByText("Без согласия войти нельзя"));
  await person.hasNoBarriers();
  assert.deepEqual(await server.outbox(email), []);
  await page.keyboard.press("Escape");
  await person.seesNoMore(login);
}

/** Goes to the seller of the lot by the button for it, and finds the ways to reach them. */
async function reachesSeller(person: Person, house: string): Promise<void> {
  const { page } = person;
  await page.getByRole("link", { name: "Связаться с продавцом" }).click();
  const seller = page.getByRole("region", { name: house });
  await person.sees(seller);
  const mail = seller.getByRole("link", { name: "Задать вопрос о лоте" });
  assert.match(
    (await mail.getAttribute("href")) ?? "",
    /^mailto:north@demo\.example\?subject=%D0%9B%D0%BE%D1%82/,
  );
  const call = seller.getByRole("link", { name: /\+7 \(900\)/ });
  assert.match((await call.getAttribute("href")) ?? "", /^tel:\+79\d{9}$/);
  // The jump ends where both can be pressed.
  for (const link of [mail, call])
    assert.ok(
      await link.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
      "a way to the seller is beyond the screen or under a bar",
    );
}

for (const [place, list, title, screen, number] of [
  ["a gallery", "/buy?from=galleries", "Натюрморт с кувшином", "phone", 1],
  ["a post-auction", "/buy", "Старая мельница", "desktop", 2],
] as const)
  scenario(
    `a visitor on a ${screen} asks for a price in ${place} and for the seller, and the house sees it`,
    "states",
    async ({ visitor, member }) => {
      const email = `guest${number}@demo.example`;
      const phone = `+7900000092${number}`;
      const question = `Можно ли посмотреть работу «${title}»?`;
      const guest = await visitor("guest", screen);
      const { page } = guest;
      await guest.open(list);
      const card = page.getByRole("article").filter({ has: page.getByText(title, { exact: true }) });
      await card.getByRole("link").first().click();
      await page.waitForURL(/\/lot\/\d+/);
      await guest.sees(page.getByText("по запросу").filter({ visible: true }));
      await reachesSeller(guest, HOUSE);
      await consentComesFirst(guest, email);
      await asksPrice(guest, null, { email, phone, question });
      await page.getByRole("button", { name: "Вернуться к лоту" }).click();
      // Asked, the button says so and asks no second time.
      const asked = page.getByRole("button", { name: "Запрос отправлен" }).filter({ visible: true });
      await guest.sees(asked);
      assert.ok(await asked.first().isDisabled());
      await guest.hasNoBarriers();
      await guest.fitsTheScreen();

      const manager = await member("manager@demo.example", "/house-account/1/queries");
      for (const told of [question, title, `+7 (900) 000-09-2${number}`, email]) await manager.sees(told);
    },
  );
