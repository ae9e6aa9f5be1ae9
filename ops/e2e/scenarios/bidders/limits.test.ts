// What an absentee limit and the limit of an untrusted bidder say of themselves, before anything happens.
import assert from "node:assert/strict";
import { bidMinimum, conduct, isOutbid, leads, leavesLimit, OVERBID } from "../../lib/bidding.ts";
import type { Person } from "../../lib/person.ts";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, rubles, sale } from "../../lib/site.ts";

const WAITS = /вступит в торг, когда лот откроется/i;
const OUTBID = /ставка перебита/i;

/** The page shows the limit with its sum and when it acts, and nowhere «перебита». */
async function showsStandingLimit(person: Person, path: string, sum: number): Promise<void> {
  await person.open(path);
  // A lot's page also shows cards of other lots, which may be beaten.
  const main = person.page.getByRole("main");
  const shown = path.startsWith("/lot/") ? main.getByRole("region", { name: "Лот", exact: true }) : main;
  await person.sees(shown.getByText(/Ваш лимит/).filter({ visible: true }));
  await person.sees(shown.getByText(rubles(sum)).filter({ visible: true }));
  await person.sees(shown.getByText(WAITS).filter({ visible: true }));
  assert.equal(await shown.getByText(OUTBID).filter({ visible: true }).count(), 0, `«перебита» on ${path}`);
}

scenario(
  "a standing limit: its sum and when it acts on every page, and red only once it is beaten",
  "states",
  async ({ server, member }) => {
    const soon = await sale(server, "Вечер, который ещё не начался");
    const led = lotOf(soon, 1);
    const quiet = lotOf(soon, 2);
    const anna = await member("trusted@demo.example", `/lot/${led.id}`);
    // Another leads by a bet before the start, which is no reason to call the limit beaten.
    await leavesLimit(anna, 12_000);
    await anna.open(`/lot/${quiet.id}`);
    await leavesLimit(anna, 22_000);

    for (const [lot, sum] of [
      [led, 12_000],
      [quiet, 22_000],
    ] as const) {
      const search = `search=${encodeURIComponent(lot.titleRu)}`;
      for (const path of [
        `/lot/${lot.id}`,
        `/lots?${search}`,
        `${soon.path}?viewType=catalog&${search}`,
        "/account",
        "/account?p=absentee",
        "/evening",
      ])
        await showsStandingLimit(anna, path, sum);
    }
    await showsStandingLimit(anna, soon.path, 12_000);

    // Once the lot is open the limit bids by itself, and says so. Beaten, it turns red.
    const elena = await member("auctioneer@demo.example", soon.path, "console");
    await conduct(elena, /^Старт/);
    await leads(anna);
    await anna.sees("Ваш лимит 12 000 ₽");
    const mikhail = await member("trusted2@demo.example", soon.path, "phone");
    await bidMinimum(mikhail, OVERBID);
    await leads(anna);
    await bidMinimum(mikhail);
    await Promise.all([leads(mikhail), isOutbid(anna)]);
    await anna.open("/account");
    await anna.sees(anna.page.getByRole("heading", { name: "Ваша ставка перебита" }));
    await showsStandingLimit(anna, `/lot/${quiet.id}`, 22_000);
  },
);

for (const screen of ["desktop", "phone"] as const)
  scenario(
    `the limit without trust on a ${screen}: said before any button, with the way out`,
    "states",
    async ({ server, member }) => {
      const weekend = await sale(server, "Торги на выходные");
      const hammer = await sale(server, "Зал с аукционистом");
      const irina = await member("accepted@demo.example", `/lot/${lotOf(weekend, 2).id}`, screen);
      const { page } = irina;
      const told = () =>
        page
          .getByText(/Ваш предел 5\s000\s₽/)
          .filter({ visible: true })
          .first();
      const way = () => page.getByRole("button", { name: "Снять предел" }).filter({ visible: true }).first();

      // Within the limit the bet can be made, and the limit is told beside it.
      await irina.sees(told());
      await irina.sees(way());
      await irina.sees(page.getByRole("button", { name: /ставк/i }).filter({ visible: true }));

      // Above it there is no button to be refused by: only the way to raise the limit.
      await irina.open(`/lot/${lotOf(weekend, 3).id}`);
      await irina.sees(told());
      assert.equal(
        await page
          .getByRole("region", { name: /^(Действия|Кратко о лоте)$/ })
          .getByRole("button", { name: /^(СДЕЛАТЬ СТАВКУ|Ставка \d)/ })
          .filter({ visible: true })
          .count(),
        0,
        "a bet above the limit is offered",
      );
      await way().click();
      const dialog = page.getByRole("dialog", { name: "Как снять предел ставок" });
      await irina.sees(dialog.getByText(/Доверие даёт аукционный дом/));
      await irina.sees(dialog.getByRole("link", { name: /\+7 \(900\)/ }));
      await irina.sees(dialog.getByRole("link", { name: "Страница дома" }));
      await irina.hasNoBarriers();

      // The same in the room, where the current lot starts above the limit.
      await irina.open(hammer.path);
      const bar = page.getByRole("region", { name: "Ставка", exact: true });
      await irina.sees(bar.getByText(/Ваш предел 5\s000\s₽/));
      await irina.sees(bar.getByRole("button", { name: "Снять предел" }));
      assert.ok(
        await bar.getByRole("button", { name: /30\s000/ }).isDisabled(),
        "a bet above the limit can be pressed",
      );
    },
  );
