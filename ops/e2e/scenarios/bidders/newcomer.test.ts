// A collector's first evening, on a phone: from a misspelt author to what is to be paid.
import {
  bidInDialog,
  bidMinimum,
  conduct,
  confirmsBet,
  isOutbid,
  leads,
  leavesLimit,
  OVERBID,
} from "../../lib/bidding.ts";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, rubles, sale } from "../../lib/site.ts";

scenario(
  "a newcomer on a phone: finds, registers, leaves a limit, is outbid, raises by the notice, wins and sees what to pay",
  "states",
  async ({ server, member, visitor }) => {
    const weekend = await sale(server, "Торги на выходные");
    const hammer = await sale(server, "Зал с аукционистом");
    const bridge = lotOf(weekend, 2);
    const vera = await visitor("vera", "phone");
    const { page } = vera;
    const bar = page.getByRole("region", { name: "Кратко о лоте" });

    // She misspells the author's name and finds the lot.
    await vera.open("/");
    await page.getByRole("button", { name: "Поиск", exact: true }).click();
    await page.getByRole("combobox").pressSequentially("собуров мост");
    await vera.sees(page.getByRole("option", { name: new RegExp(bridge.titleRu) }));
    await vera.photograph("newcomer-search");
    await page.getByRole("option", { name: new RegExp(bridge.titleRu) }).click();
    await page.waitForURL(new RegExp(`/lot/${bridge.id}`));

    // Registration: the code, the name, the house's word.
    await bar.getByRole("button", { name: "Войти и поставить" }).click();
    await vera.signIn("vera@demo.example");
    const bet = page.getByRole("dialog", { name: /^Ставка на лот/ });
    await bet.getByRole("button", { name: "Зарегистрироваться" }).click();
    const request = page.getByRole("dialog", { name: /^Регистрация/ });
    await request.getByLabel("Имя и фамилия").fill("Вера Холодова");
    await vera.photograph("newcomer-registration");
    await vera.hasNoBarriers();
    await request.getByRole("button", { name: "Отправить заявку" }).click();
    await vera.sees(bar.getByText("Ваша заявка на рассмотрении"));
    const manager = await member("manager@demo.example", "/house-account/1/orders");
    await manager.page
      .getByRole("button", { name: /Вера Холодова/ })
      .first()
      .click();
    await manager.page.getByRole("button", { name: "Подтвердить и доверять" }).first().click();
    await vera.sees("Ваша заявка одобрена", 20_000);
    // The bet's dialog, open all the while, takes a bet now.
    await vera.sees(bet.getByRole("button", { name: /Подтвердить/ }));
    await page.keyboard.press("Escape");

    // Her limit bids at once, and once more against another.
    await leavesLimit(vera, 2_200);
    await leads(vera);
    const mikhail = await member("trusted2@demo.example", `/lot/${bridge.id}`);
    // His dialog stays open and offers the next bet.
    await bidInDialog(mikhail, 2_200, OVERBID);
    await leads(vera);

    // Beaten while she looks at another lot; the notice has the next bet.
    await vera.open(`/lot/${lotOf(weekend, 3).id}`);
    await vera.sees(lotOf(weekend, 3).titleRu);
    await confirmsBet(mikhail, 2_420);
    const notice = page.getByRole("region", { name: "Сообщения" }).getByRole("alert");
    await notice.getByRole("button", { name: /^Сделать ставку 2\s670\s₽/ }).click();
    await vera.photograph("newcomer-raise");
    await confirmsBet(vera, 2_670);
    await isOutbid(mikhail);

    // She wins in the hall and sees what to pay.
    await vera.open("/");
    await page.getByRole("link", { name: "Войти в зал", exact: true }).first().click();
    await vera.sees(lotOf(hammer, 3).titleRu);
    await bidMinimum(vera);
    await leads(vera);
    const elena = await member("auctioneer@demo.example", hammer.path, "console");
    await conduct(elena, /Продать/);
    const bidBar = page.getByRole("region", { name: "Ставка", exact: true });
    await vera.sees(bidBar.getByText(/^Ваша ставка победила/));
    await vera.open(`/lot/${lotOf(hammer, 3).id}`);
    await vera.sees(bar.getByText(rubles(34_500)));
    await bar.getByRole("link", { name: "Что дальше" }).click();
    await page.waitForURL(/\/account\?state=won/);
    await vera.sees(page.getByText(rubles(34_500)).filter({ visible: true }));
    await vera.hasNoBarriers();
    await vera.fitsTheScreen();
    await vera.photograph("newcomer-won");
  },
);
