// A sale of 100 lots on the auctioneer's console: Chromium at the keys, and 200 people who bid over HTTP and follow on sockets.
import { randomInt, randomUUID } from "node:crypto";
import { Bettor, login } from "../faults/crowd.mjs";
import { until } from "../faults/wait.mjs";
import { AUCTIONEER, at, openSale } from "./sale.mjs";
import { table } from "./tools.mjs";

const LOTS = Number(process.env.BENCH_SALE_LOTS ?? 100);
const PEOPLE = 200;
/** On each lot so many times this many people bid the minimum at once, so all but one are refused. */
const ROUNDS = 5;
const AT_ONCE = 10;
/** An act without an outcome after this long was refused for the same reason as the one before it. */
const NO_CHANGE_MS = 3_000;

const LABELS = { F2: "Старт", " ": /^Ставка зала/, Enter: "Продать", ArrowRight: "Следующий" };

/** The console, by its keys. */
class Desk {
  /** Milliseconds from the key to the painted confirmation, by act. */
  times = new Map();
  refusals = [];

  constructor(page) {
    this.page = page;
  }

  /** Waits until a press would count, as people wait for the light of the button. */
  async #ready(key) {
    const counts = this.page.locator(":enabled:not([data-settling], [data-pending])");
    await this.page.getByRole("button", { name: LABELS[key] }).and(counts).first().waitFor();
  }

  /** Presses a key and measures the time until the outcome line shows the result. True if it was done. */
  async strike(key, act) {
    await this.#ready(key);
    const { page } = this;
    const outcome = await page.evaluateHandle((limit) => {
      const line = document.querySelector("p[role=status]");
      const before = line.textContent;
      const measured = new Promise((resolve) => {
        window.addEventListener("keydown", ({ timeStamp }) => {
          const since = () => performance.now() - timeStamp;
          const look = () => {
            // A key that is refused twice for the same reason changes nothing.
            if (line.textContent === before && since() < limit) return requestAnimationFrame(look);
            // A task after the frame runs once it is painted.
            const { textContent: text } = line;
            const isBad = text === before || line.hasAttribute("data-bad");
            setTimeout(() => resolve({ ms: since(), text, isBad }));
          };
          requestAnimationFrame(look);
        }, { capture: true, once: true });
      });
      return { measured };
    }, NO_CHANGE_MS);
    await page.keyboard.press(key);
    const { ms, text, isBad } = await outcome.evaluate(({ measured }) => measured);
    await outcome.dispose();
    if (isBad) {
      this.refusals.push(text);
      return false;
    }
    this.times.set(act, [...(this.times.get(act) ?? []), ms]);
    return true;
  }

  /** A bet of the hall at the minimum. Another bet may come first; then the key is pressed again, as in the hall. */
  async bidForHall(paddle) {
    await this.page.keyboard.type(paddle);
    while (!(await this.strike(" ", "ставка зала")));
  }
}

async function openConsole(browser, server, catalogId) {
  const { token } = await login(server.url, AUCTIONEER.email, "10.8.0.1");
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1366, height: 768 }, locale: "ru-RU" });
  await context.addCookies([{ name: "token", value: encodeURIComponent(token), url: server.url }]);
  const page = await context.newPage();
  await page.goto(`/auction/${catalogId}?viewType=console`);
  await page.getByRole("button", { name: "Мне есть 18, принимаю" }).click();
  return page;
}

export async function consoleSale() {
  const { server, browser, id } = await openSale("console", { people: PEOPLE, lots: LOTS });
  let people = [];
  try {
    people = Array.from({ length: PEOPLE }, (_, n) => new Bettor(server.url, n, [{ id }]));
    for (const person of people) await person.arrive();
    const page = await openConsole(browser, server, id);
    const desk = new Desk(page);
    const lots = (await (await fetch(`${server.url}/api/catalog/${id}/lots?pageSize=${LOTS}`)).json()).items
      .toSorted((one, other) => one.catalogLotId - other.catalogLotId);

    /** Several people bid the minimum that they know, at the same moment. */
    const rush = (lotId) =>
      Promise.all(
        Array.from({ length: AT_ONCE }, () => people[randomInt(PEOPLE)]).map((person) =>
          person.bid({ catalogId: id, lotId, betValue: person.lots.get(lotId)?.minBet ?? 100 }, randomUUID()),
        ),
      );
    const begun = performance.now();
    let acts = 0;
    await desk.strike("F2", "старт");
    for (const [index, { id: lotId, catalogLotId }] of lots.entries()) {
      console.error(`console: lot ${index + 1} of ${lots.length}`);
      await page.getByText(`Лот ${catalogLotId}`, { exact: true }).first().waitFor();
      for (let round = 0; round < ROUNDS; round += 1) {
        await rush(lotId);
        // Nobody in a saleroom waits for the network's bets to end.
        await Promise.all([round % 2 ? rush(lotId) : null, desk.bidForHall(String(100 + round))]);
      }
      while (!(await desk.strike("Enter", "молоток")));
      acts += 1;
      if (index + 1 < lots.length) {
        while (!(await desk.strike("ArrowRight", "следующий лот")));
        acts += 1;
      }
    }
    const seconds = (performance.now() - begun) / 1000;

    const results = (await (await fetch(`${server.url}/api/catalog/${id}/lots?pageSize=${LOTS}`)).json()).items;
    const sold = results.filter(({ state }) => state === 2).length;
    const bets = results.reduce((sum, { betsCount }) => sum + betsCount, 0);
    await until("everybody has received the last bet of each lot", () =>
      people.every(({ lots: known }) => results.every(({ id, betsCount }) => known.get(id).betsCount === betsCount)));
    table(
      `Key to painted confirmation on the console, ${LOTS} lots, ${PEOPLE} people online`,
      ["acts", "p50, ms", "p95, ms", "longest, ms"],
      [...desk.times].map(([act, times]) => {
        const sorted = times.toSorted((a, b) => a - b);
        return [act, sorted.length, ...[at(sorted, 0.5), at(sorted, 0.95), at(sorted, 1)].map(Math.round)];
      }),
    );
    const all = [...desk.times.values()].flat().toSorted((a, b) => a - b);
    console.log(`\nall acts: p95 **${Math.round(at(all, 0.95))} ms** (target: at most 150)`);
    console.log(`${sold} of ${LOTS} lots sold with ${bets} bets in ${Math.round(seconds)} s; keys a lot beside bets: ${((acts + 1) / LOTS).toFixed(2)}`);
    const reasons = new Map();
    for (const text of desk.refusals.map((refusal) => refusal.replaceAll(/[\d\s]+/g, " ")))
      reasons.set(text, (reasons.get(text) ?? 0) + 1);
    for (const [text, times] of reasons) console.log(`pressed again, ${times} times: ${text}`);
  } finally {
    for (const person of people) person.leave();
    await browser.close();
    await server.kill("SIGTERM");
  }
}
