// Notices of the browser: the worker that shows them, and the way from one to the bid button. Chromium reaches no push
// service here, so the developer tools deliver the message in its place.
import assert from "node:assert/strict";
import { createECDH } from "node:crypto";
import type { CDPSession } from "playwright-core";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";

function newKey(): string {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return pair.getPrivateKey().toString("base64url");
}

const settings = { VAPID_PRIVATE_KEY: newKey(), VAPID_CONTACT: "mailto:info@example.org" };

/** The id of the worker's registration, once it is active. */
function registrationId(tools: CDPSession): Promise<string> {
  return new Promise((resolve) => {
    tools.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      const active = versions.find(({ status }) => status === "activated");
      if (active) resolve(active.registrationId);
    });
  });
}

scenario(
  "a notice of the browser: its words, and the bid button it leads to",
  "states",
  async ({ server, member }) => {
    const weekend = await sale(server, "Торги на выходные");
    const boats = lotOf(weekend, 1);
    const anna = await member("trusted@demo.example", "/account?p=notify");
    await anna.sees(anna.page.getByRole("switch", { name: /^Уведомления в этом браузере/ }));
    await anna.hasNoBarriers();
    await anna.page.context().grantPermissions(["notifications"], { origin: server.url });

    const tools = await anna.page.context().newCDPSession(anna.page);
    const registered = registrationId(tools);
    await tools.send("ServiceWorker.enable");
    await anna.page.evaluate(() => navigator.serviceWorker.register("/push-worker.js"));
    const path = `/lot/${boats.id}/lot#bid`;
    const notice = {
      title: "Ваша ставка перебита",
      body: "Лот 1 «Этюд „Лодки“»: текущая ставка 1 340 ₽",
      path,
      tag: `lot-${boats.id}`,
    };
    const message = { origin: server.url, registrationId: await registered, data: JSON.stringify(notice) };
    // A message from the tools is not always shown, so they deliver it until it is. Its tag keeps it one notice.
    let shown = null;
    while (!shown) {
      await tools.send("ServiceWorker.deliverPushMessage", message);
      shown = await anna.page.evaluate(async (frames) => {
        const registration = await navigator.serviceWorker.ready;
        for (let frame = 0; frame < frames; frame += 1) {
          const [shown] = await registration.getNotifications();
          if (shown) return { title: shown.title, body: shown.body, path: shown.data.path, tag: shown.tag };
          await new Promise(requestAnimationFrame);
        }
        return null;
      }, 120);
    }
    assert.deepEqual(shown, notice);

    await anna.open(path);
    const bid = anna.page.getByRole("region", { name: "Действия" }).getByRole("button", { name: /СТАВКУ/ });
    await anna.sees(bid);
    assert.ok(
      await bid.first().evaluate((button) => button === document.activeElement),
      "the bid button has no focus",
    );
  },
  settings,
);
