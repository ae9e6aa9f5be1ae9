// A phone that loses its network, or sleeps: the room is back as soon as the network is.
import assert from "node:assert/strict";
import type { Page, WebSocket } from "playwright-core";
import { bidMinimum, leads } from "../../lib/bidding.ts";
import type { Person } from "../../lib/person.ts";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";

/** From the browser's word that the network is there to a bid bar that can be pressed. */
const BACK_WITHIN_MS = 500;
/** From this attempt on, the next one is at least two and a half seconds away: half of the longest pause. */
const PATIENT_ATTEMPT = 6;

/**
 * Waits until an attempt has failed and a long pause has begun, so that only an event can end it early. The attempt on
 * screen is still in progress: if the network came back now, it would succeed.
 */
async function waitsLong(person: Person): Promise<void> {
  const attempt = person.page.getByText(/Попытка \d+/);
  const number = async () =>
    Number(/Попытка (\d+)/.exec((await attempt.first().textContent()) ?? "")?.[1] ?? 0);
  let newest: WebSocket | undefined;
  person.page.on("websocket", (socket) => {
    newest = socket;
  });
  await person.sees(new RegExp(`Попытка ${PATIENT_ATTEMPT}`), 60_000);
  const last = await number();
  await person.sees(new RegExp(`Попытка ${last + 1}`), 20_000);
  if (!newest?.isClosed()) await newest?.waitForEvent("close");
}

/**
 * Milliseconds from `event` at the page's window or document to the first frame in which the bid bar can be pressed.
 * Call it before the event happens.
 */
async function pressableAfter(
  page: Page,
  event: "online" | "visibilitychange",
): Promise<() => Promise<number>> {
  await page.evaluate((name) => {
    const times = window as typeof window & { back?: Promise<number> };
    times.back = new Promise((resolve) => {
      const begin = () => {
        const began = performance.now();
        const look = () => {
          const bar = document.querySelector('section[aria-label="Ставка"]');
          const button = [...(bar?.querySelectorAll("button") ?? [])].find((one) =>
            /СДЕЛАТЬ СТАВКУ/.test(one.textContent),
          );
          if (button && !button.disabled) resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        look();
      };
      (name === "online" ? window : document).addEventListener(name, begin, { once: true, capture: true });
    });
  }, event);
  return () =>
    page.evaluate(() => (window as typeof window & { back?: Promise<number> }).back ?? Promise.reject());
}

for (const way of ["online", "visibilitychange"] as const)
  scenario(
    way === "online"
      ? "the network is back: the bid bar is, within half a second"
      : "a tab that slept through the return of the network is back as soon as it is looked at",
    "states",
    async ({ server, member }) => {
      const hammer = await sale(server, "Зал с аукционистом");
      const anna = await member("trusted@demo.example", hammer.path, "phone");
      const { page } = anna;
      // The browser's messages about requests without a network.
      anna.tolerates(/ERR_INTERNET_DISCONNECTED|WebSocket connection to/);
      await anna.sees(lotOf(hammer, 3).titleRu);
      await anna.sees(page.getByRole("button", { name: /СДЕЛАТЬ СТАВКУ/ }).and(page.locator(":enabled")));

      await page.context().setOffline(true);
      await anna.sees(page.getByRole("region", { name: "Ставка", exact: true }).getByText("Связь потеряна"));
      assert.ok(
        await page
          .getByRole("button", { name: /30\s000/ })
          .first()
          .isDisabled(),
      );
      // A sleeping page gets no events.
      if (way === "visibilitychange")
        await page.evaluate(() =>
          addEventListener("online", (event) => event.stopImmediatePropagation(), true),
        );
      await waitsLong(anna);

      const back = await pressableAfter(page, way);
      await page.context().setOffline(false);
      if (way === "visibilitychange") {
        assert.ok(await page.getByText("Связь потеряна").first().isVisible(), "the page did not sleep");
        await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      }
      const took = await back();
      assert.ok(took <= BACK_WITHIN_MS, `the bid bar is back after ${Math.round(took)} ms`);
      await bidMinimum(anna);
      await leads(anna);
    },
  );
