// A collector's first evening by keyboard alone, on a slow line.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { bidInDialog, conduct, confirmsBet, isOutbid, leads, OVERBID, settled } from "../../lib/bidding.ts";
import type { Person } from "../../lib/person.ts";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, rubles, sale } from "../../lib/site.ts";

/** Nobody presses Tab more often than this to come from one act of the page to the next. */
const MOST_TABS = 25;

/** A slow line: milliseconds there and back, and a megabit a second each way. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 125_000, uploadThroughput: 125_000 };

/** What the focus is on must be seen. */
async function showsFocus(person: Person): Promise<void> {
  const seen = await person.page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "nothing has the focus";
    // The label of a hidden field shows the focus for it.
    const shown = [element, element.nextElementSibling].some((one) => {
      const style = one && getComputedStyle(one);
      return style && (style.outlineStyle !== "none" || style.boxShadow !== "none");
    });
    return shown ? null : element.outerHTML.slice(0, 200);
  });
  assert.equal(seen, null);
}

/** Presses Tab until the element has the focus. */
async function tabTo(person: Person, target: Locator): Promise<void> {
  const one = target.first();
  await one.waitFor({ state: "attached" });
  for (let pressed = 0; pressed <= MOST_TABS; pressed += 1) {
    if (await one.evaluate((element) => element === document.activeElement)) return showsFocus(person);
    await person.page.keyboard.press("Tab");
  }
  throw new Error(`${MOST_TABS} times Tab do not lead to ${String(target)}`);
}

async function press(person: Person, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(person, target);
  await person.page.keyboard.press(key);
}

scenario(
  "a newcomer by keyboard alone, on a slow line: finds, registers, leaves a limit, raises by the notice, wins",
  "states",
  async ({ server, member, visitor }) => {
    const weekend = await sale(server, "Торги на выходные");
    const hammer = await sale(server, "Зал с аукционистом");
    const bridge = lotOf(weekend, 2);
    const olga = await visitor("olga", "phone");
    const { page } = olga;
    const { keyboard } = page;
    const line = await page.context().newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", SLOW);
    const bar = page.getByRole("region", { name: "Кратко о лоте" });

    await page.goto("/");
    await press(olga, page.getByRole("button", { name: "Мне есть 18, принимаю" }));
    await olga.seesNoMore(page.locator(".first, .first-room, .first-consent"));
    await keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    await keyboard.type("собуров мост");
    await olga.sees(page.getByRole("option", { name: new RegExp(bridge.titleRu) }));
    for (let i = 0; i < 20; i += 1) {
      const active = page.getByRole("option", { name: new RegExp(bridge.titleRu), selected: true });
      if (await active.count()) break;
      await keyboard.press("ArrowDown");
    }
    await keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/lot/${bridge.id}`));

    await press(olga, bar.getByRole("button", { name: "Войти и поставить" }));
    const login = page.getByRole("dialog", { name: "Вход" });
    await login.waitFor();
    await tabTo(olga, login.getByRole("radio").first());
    // The ways to sign in are one stop; the arrows go round them.
    await keyboard.press("ArrowLeft");
    await tabTo(olga, login.getByRole("textbox", { name: "E-mail", exact: true }));
    await keyboard.type("olga@demo.example");
    await press(olga, login.getByRole("checkbox", { name: /согласие на обработку/ }), "Space");
    await olga.enterCode("olga@demo.example", () =>
      press(olga, login.getByRole("button", { name: "Отправить код" })),
    );

    const bet = page.getByRole("dialog", { name: /^Ставка на лот/ });
    await press(olga, bet.getByRole("button", { name: "Зарегистрироваться" }));
    const request = page.getByRole("dialog", { name: /^Регистрация/ });
    await tabTo(olga, request.getByLabel("Имя и фамилия"));
    await keyboard.type("Ольга Светлова");
    await press(olga, request.getByRole("button", { name: "Отправить заявку" }));
    await olga.sees(bar.getByText("Ваша заявка на рассмотрении"));
    const manager = await member("manager@demo.example", "/house-account/1/orders");
    await manager.page
      .getByRole("button", { name: /Ольга Светлова/ })
      .first()
      .click();
    await manager.page.getByRole("button", { name: "Подтвердить и доверять" }).first().click();
    await olga.sees("Ваша заявка одобрена", 20_000);
    await olga.sees(bet.getByRole("button", { name: /Подтвердить/ }));
    await keyboard.press("Escape");
    await olga.seesNoMore(bet);

    await press(olga, page.getByRole("button", { name: /заочн/i }));
    const limit = page.getByRole("dialog").getByLabel("Лимит заочной ставки");
    await tabTo(olga, limit);
    await keyboard.press("ControlOrMeta+a");
    await keyboard.type("2200");
    await press(
      olga,
      page
        .getByRole("dialog")
        .getByRole("button", { name: rubles(2_200) })
        .and(page.locator("[type=submit]")),
    );
    await leads(olga, 5_000);

    const mikhail = await member("trusted2@demo.example", `/lot/${bridge.id}`);
    await bidInDialog(mikhail, 2_200, OVERBID);
    await page.goto(`/lot/${lotOf(weekend, 3).id}`);
    await olga.sees(lotOf(weekend, 3).titleRu);
    await olga.seesNoMore(page.locator(".first, .first-room, .first-consent"));
    await confirmsBet(mikhail, 2_420);
    const notice = page.getByRole("region", { name: "Сообщения" }).getByRole("alert");
    await notice.waitFor();
    await keyboard.press("Alt+KeyN");
    await showsFocus(olga);
    await keyboard.press("Enter");
    await press(olga, settled(olga, /Подтвердить.*2\s670\s₽/, page.getByRole("dialog")));
    await isOutbid(mikhail, 5_000);

    await page.goto("/");
    await press(olga, page.getByRole("link", { name: "Войти в зал", exact: true }));
    await olga.sees(lotOf(hammer, 3).titleRu);
    await press(olga, settled(olga, /СДЕЛАТЬ СТАВКУ/));
    await leads(olga, 5_000);
    const elena = await member("auctioneer@demo.example", hammer.path, "console");
    await conduct(elena, /Продать/);
    const bidBar = page.getByRole("region", { name: "Ставка", exact: true });
    await olga.sees(bidBar.getByText(/^Ваша ставка победила/));
    await page.goto(`/lot/${lotOf(hammer, 3).id}`);
    await olga.sees(bar.getByText(rubles(34_500)));
    await press(olga, bar.getByRole("link", { name: "Что дальше" }));
    await page.waitForURL(/\/account\?state=won/);
    await olga.sees(page.getByText(rubles(34_500)).filter({ visible: true }));
  },
);
