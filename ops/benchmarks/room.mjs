// The live room while 20 bets a second arrive: a bidder's phone in Chromium, and what a screen
// reader is given meanwhile.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Bettor, login } from "../faults/crowd.mjs";
import { email } from "../faults/sale.mjs";
import { AUCTIONEER, at, openSale } from "./sale.mjs";
import { table } from "./tools.mjs";

const SECONDS = Number(process.env.BENCH_ROOM_SECONDS ?? 60);
const PEOPLE = 40;
const PER_SECOND = 20;
/** How many times slower than this machine the phone is; 4 is Lighthouse's. */
const SLOWDOWN = Number(process.env.BENCH_ROOM_SLOWDOWN ?? 1);

/** Times interactions and writes down what is announced. */
function watch() {
  window.interactions = new Map();
  window.spoken = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId === 0) continue;
      window.interactions.set(interactionId, Math.max(duration, window.interactions.get(interactionId) ?? 0));
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  const since = performance.now();
  const hear = (element) => {
    const region = element?.closest?.("[role=status], [role=alert], [aria-live=polite]");
    const text = region?.textContent?.trim();
    if (text && window.spoken.at(-1)?.text !== text) window.spoken.push({ at: performance.now() - since, text });
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      hear(target.nodeType === Node.TEXT_NODE ? target.parentElement : target);
      for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) hear(node.querySelector("[role=status], [role=alert]"));
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

async function conduct(url, token, act, body = {}) {
  const response = await fetch(`${url}/api/trade/classic/${act}`, {
    method: "PUT",
    headers: { "x-token": token, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${act}: ${response.status} ${await response.text()}`);
}

export async function liveRoom() {
  const { server, browser, id } = await openSale("room", { people: PEOPLE, lots: 100 });
  let people = [];
  try {
    people = Array.from({ length: PEOPLE - 1 }, (_, n) => new Bettor(server.url, n + 1, [{ id }]));
    for (const person of people) await person.arrive();
    const { token: desk } = await login(server.url, AUCTIONEER.email, "10.8.0.1");
    await conduct(server.url, desk, `${id}/start`);

    const { token } = await login(server.url, email(0), "10.8.0.2");
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      hasTouch: true,
      locale: "ru-RU",
    });
    await context.addCookies([
      { name: "token", value: encodeURIComponent(token), url: server.url },
      { name: "consent", value: "1", url: server.url },
    ]);
    const page = await context.newPage();
    await page.goto(`/auction/${id}`);
    const bid = page.getByRole("region", { name: "Ставка" }).getByRole("button").first();
    await bid.waitFor();
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    await page.evaluate(watch);

    const ends = performance.now() + SECONDS * 1000;
    const current = async () => (await (await fetch(`${server.url}/api/catalog/${id}`)).json()).currentLotId;
    let lotId = await current();
    const rush = (async () => {
      for (let turn = 0; performance.now() < ends; turn += 1) {
        const person = people[turn % people.length];
        // Each bet is answered on its own, so that a slow one holds up none of the others.
        void person.bid({ catalogId: id, lotId, betValue: person.lots.get(lotId)?.minBet ?? 100 }, randomUUID());
        await pause(1000 / PER_SECOND);
      }
    })();
    // A visitor who tries all there is, one act after the other.
    const tabs = page.getByRole("tablist", { name: "Что показать" });
    const opener = page.getByRole("button", { name: /Чат|Ставки|Лоты/ }).first();
    let acts = 0;
    while (performance.now() < ends) {
      if (await opener.isVisible()) await opener.tap();
      for (const tab of await tabs.getByRole("tab").all()) await tab.tap();
      await page.getByRole("button", { name: "Закрыть" }).first().tap();
      await page.getByRole("button", { name: "Другая сумма" }).tap();
      await page.keyboard.press("Escape");
      // Where the sum has just changed the tap only asks, and the visitor thinks better of it; else it is a bet.
      await bid.tap();
      const no = page.getByRole("button", { name: "Не надо" });
      await no.or(page.getByText("Вы лидируете")).or(page.getByText("перебита")).first().waitFor();
      if (await no.isVisible()) await no.tap();
      acts += 1;
      if (acts % 12 === 0) {
        await conduct(server.url, desk, `${id}/warn`, { lotId });
        await conduct(server.url, desk, `${id}/sell`, { lotId });
        await conduct(server.url, desk, "next", { catalogId: id, lotId });
        lotId = await current();
      }
    }
    await rush;
    const { interactions, spoken } = await page.evaluate(() => ({
      interactions: [...window.interactions.values()],
      spoken: window.spoken,
    }));
    const sorted = interactions.toSorted((a, b) => a - b);
    const bets = [...people.map(({ answered }) => answered.length)].reduce((sum, count) => sum + count, 0);
    table(
      `A phone in the live room, ${PER_SECOND} bets asked a second, ${(bets / SECONDS).toFixed(1)} accepted`,
      ["interactions", "p50, ms", "p95, ms", "longest, ms"],
      [["taps and keys", sorted.length, ...[at(sorted, 0.5), at(sorted, 0.95), at(sorted, 1)].map(Math.round)]],
    );
    console.log(`\nspoken: ${spoken.length} texts in ${SECONDS} s`);
    for (const { at: ms, text } of spoken) console.log(`${(ms / 1000).toFixed(1).padStart(6)}  ${text}`);
  } finally {
    for (const person of people) person.leave();
    await browser.close();
    await server.kill("SIGTERM");
  }
}
