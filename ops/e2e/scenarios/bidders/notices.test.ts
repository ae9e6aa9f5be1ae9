// The notice of being outbid: what it says, what it offers, what it leaves free, and where it is not needed.
import assert from "node:assert/strict";
import { bidInDialog, bidMinimum, isOutbid, leads } from "../../lib/bidding.ts";
import type { Person } from "../../lib/person.ts";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";

const notices = (person: Person) => person.page.getByRole("region", { name: "Сообщения" });
const notice = (person: Person) => notices(person).getByRole("alert");

/** The names of the buttons and links on the screen that the notices cover, wholly or in the middle. */
function covered(person: Person): Promise<string[]> {
  return person.page.evaluate(() => {
    const board = document.querySelector('section[aria-label="Сообщения"]');
    const acts = [...document.querySelectorAll<HTMLElement>("button, a[href], [role=tab]")];
    return acts
      .filter((act) => !board?.contains(act) && act.checkVisibility({ visibilityProperty: true }))
      .filter((act) => {
        const { left, top, width, height } = act.getBoundingClientRect();
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        return board?.contains(at) ?? false;
      })
      .map((act) => act.getAttribute("aria-label") ?? act.textContent ?? "");
  });
}

for (const screen of ["desktop", "phone"] as const)
  scenario(
    `outbid elsewhere on a ${screen}: the notice has the next bet and covers no button`,
    "states",
    async ({ server, member }) => {
      const weekend = await sale(server, "Торги на выходные");
      const boats = lotOf(weekend, 1);
      const bridge = lotOf(weekend, 2);
      const anna = await member("trusted@demo.example", `/lot/${boats.id}`, screen);
      await bidInDialog(anna, 1_210);
      await leads(anna);
      const mikhail = await member("trusted2@demo.example", `/lot/${boats.id}`);

      // She looks at another lot meanwhile.
      await anna.open(`/lot/${bridge.id}`);
      await anna.sees(bridge.titleRu);
      await bidInDialog(mikhail, 1_340);
      await anna.sees(notice(anna).getByText("Ваша ставка перебита", { exact: true }));
      // The title's quotation marks nest.
      await anna.sees(notice(anna).getByText(/Лот 1 «Этюд „Лодки“»: текущая ставка 1\s340\s₽/));
      const again = notice(anna).getByRole("button", {
        name: /^Сделать ставку 1\s480\s₽\sс\sкомиссией 1\s702\s₽$/,
      });
      await anna.sees(again);
      // It stays as long as the pointer is on it.
      await again.hover();
      await anna.photograph(`notice-${screen}`);
      assert.deepEqual(await covered(anna), []);
      await anna.hasNoBarriers();
      await again.click();
      const dialog = anna.page.getByRole("dialog");
      await anna.sees(dialog.getByRole("button", { name: /Подтвердить.*1\s480/ }));
      assert.equal(await notice(anna).count(), 0, "the notice stays although it was followed");
    },
  );

scenario(
  "outbid in the room and on the lot's page: the page says it, no notice repeats it",
  "states",
  async ({ server, member }) => {
    const hammer = await sale(server, "Зал с аукционистом");
    const weekend = await sale(server, "Торги на выходные");
    const anna = await member("trusted@demo.example", hammer.path);
    const mikhail = await member("trusted2@demo.example", hammer.path, "phone");
    const notified = (person: Person) =>
      person.page.waitForResponse((response) =>
        response.url().includes("/api/notifications/my/messages/all"),
      );

    await bidMinimum(anna);
    await leads(anna);
    // The notice came and was looked up before the page decides that it says it already.
    const inRoom = notified(anna);
    await bidMinimum(mikhail);
    await Promise.all([leads(mikhail), isOutbid(anna)]);
    await (await inRoom).finished();
    await anna.photograph("notice-room");
    assert.equal(await notice(anna).count(), 0, "the room says it already");

    await anna.open(`/lot/${lotOf(weekend, 2).id}`);
    await bidInDialog(anna, 2_000);
    await leads(anna);
    await mikhail.open(`/lot/${lotOf(weekend, 2).id}`);
    const onLot = notified(anna);
    await bidInDialog(mikhail, 2_200);
    await isOutbid(anna);
    await (await onLot).finished();
    assert.equal(await notice(anna).count(), 0, "the lot's page says it already");
  },
);

scenario(
  "the auctioneer jumps to a lot: who asked to be reminded is told at once, wherever they are",
  "states",
  async ({ server, member }) => {
    const hammer = await sale(server, "Зал с аукционистом");
    const bells = lotOf(hammer, 6);
    const anna = await member("trusted@demo.example", `/lot/${bells.id}`, "phone");
    await anna.page.getByRole("button", { name: "Напомнить" }).click();
    await anna.sees(anna.page.getByRole("button", { name: "Напомним" }));
    await anna.open("/");
    const elena = await member("auctioneer@demo.example", hammer.path, "console");
    await elena.sees("На связи");
    await elena.page.keyboard.press("F3");
    await elena.page.keyboard.type("6");
    await elena.page.keyboard.press("Enter");
    await elena.sees("Лот открыт");

    await anna.sees(notice(anna).getByText("Начались торги по лоту", { exact: true }));
    await anna.sees(notice(anna).getByText(/Лот 6 «Вечерний звон» на аукционе «Зал с аукционистом»/));
    const link = notice(anna).getByRole("link", { name: "Открыть аукцион" });
    // It stays as long as the pointer is on it.
    await link.hover();
    await anna.photograph("notice-opened");
    await link.click();
    await anna.page.waitForURL(new RegExp(hammer.path));
    await anna.sees("Вечерний звон");
  },
);
