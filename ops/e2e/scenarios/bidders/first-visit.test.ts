// The first HTML of a page, on a line so slow that the scripts have not come: it shows what the page is about, and what is
// pressed meanwhile is done once they have.
import assert from "node:assert/strict";
import type { Page, Route } from "playwright-core";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";

/** Holds the app's files back, all but the one that waits for the first screen. The returned function lets them come. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let holds = true;
  await page.route(/\/assets\/(?!boot-).*\.js$/, async (route) => {
    if (holds) held.push(route);
    else await route.continue();
  });
  return async () => {
    holds = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

scenario(
  "a page before its scripts: price and button, and a press is not lost",
  "states",
  async ({ server, visitor }) => {
    const weekend = await sale(server, "Торги на выходные");
    const open = lotOf(weekend, 2);
    for (const screen of ["desktop", "phone"] as const) {
      const guest = await visitor(`guest-${screen}`, screen);
      const { page } = guest;

      let come = await holdScripts(page);
      await page.goto(`/lot/${open.id}`, { waitUntil: "domcontentloaded" });
      const accept = page.locator(".first-consent").getByRole("button", { name: "Мне есть 18, принимаю" });
      await accept.click();
      assert.equal(await accept.getAttribute("aria-busy"), "true");
      await come();
      await guest.seesNoMore(page.getByRole("button", { name: "Мне есть 18, принимаю" }));
      await guest.sees(page.getByRole("heading", { level: 1 }));
      const { cookies } = await page.context().storageState();
      assert.ok(cookies.some(({ name, value }) => name === "consent" && value === "1"));
      await page.unrouteAll();

      come = await holdScripts(page);
      await page.goto(`/lot/${open.id}`, { waitUntil: "domcontentloaded" });
      const first = page.locator(".first-lot");
      await guest.sees(first.getByText(/2\s000\s₽/));
      const button = first.getByRole("button", { name: "СДЕЛАТЬ СТАВКУ" });
      const place = await button.boundingBox();
      const size = page.viewportSize();
      assert.ok(place && size && place.y >= 0 && place.y + place.height <= size.height, "beyond the screen");
      await guest.hasNoBarriers();
      await button.click();
      await come();
      await guest.sees(page.getByRole("dialog", { name: "Вход" }));
      await page.unrouteAll();
    }
  },
);
