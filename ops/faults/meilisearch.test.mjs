// People search and bid while Meilisearch is killed, freezes, loses everything and finds its files damaged. No search
// fails, every one finds the same as before, and the index recovers without help. Prints how long bets and searches took.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Cluster } from "./cluster.mjs";
import { Bettor } from "./crowd.mjs";
import { BINARY, Meilisearch } from "./meilisearch.mjs";
import { catalog, crowd, house, lot } from "./sale.mjs";
import { freePort, Server } from "./server.mjs";
import { until } from "./wait.mjs";

const BIDDERS = 4;
const VISITORS = 20;
/** Searches of a phase: enough of each visitor's while Meilisearch is away. */
const SEARCHES = 600;
const SUSPENDED_MS = 60_000;
/** How fast people click and type. */
const BETWEEN_BETS_MS = 40;
const BETWEEN_SEARCHES_MS = 250;

const TITLES = ["Морской пейзаж", "Натюрморт с самоваром", "Икона Николая Чудотворца", "Портрет купца"];
const QUERIES = ["пейзажи", "натюрмотр", "икона никола", "портрет", "айвозовский", "лот 7", "самов", "живопись", ""];

const seed = () => ({
  brand: null,
  categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
  people: crowd(BIDDERS),
  houses: [house(BIDDERS)],
  catalogs: [catalog("parallel", 1, "+2h")],
  lots: Array.from({ length: 40 }, (_, n) => ({ ...lot("parallel", n + 1), titleRu: TITLES[n % TITLES.length] })),
});

const quantile = (values, q) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * q) - 1] ?? 0;
const figures = (values) => `p50 ${quantile(values, 0.5).toFixed(1)}, p99 ${quantile(values, 0.99).toFixed(1)}, most ${quantile(values, 1).toFixed(0)} ms of ${values.length}`;

describe("people search while Meilisearch fails", { skip: BINARY ? false : "MEILI_BIN names no binary", timeout: 900_000 }, () => {
  let folder, cluster, meilisearch, server, bidders;
  let stopped = false;
  const loops = [];
  /** Of the current phase. */
  let bets = [], searches = [];
  const failed = [];
  /** The number of lots each query finds. */
  const expected = new Map();

  before(async () => {
    folder = mkdtempSync(join(process.env.CHAOS_DATA ?? tmpdir(), "chaos-"));
    mkdirSync(join(folder, "data"));
    cluster = new Cluster(join(folder, "cluster"));
    cluster.start();
    meilisearch = new Meilisearch({ port: await freePort(), folder: join(folder, "meilisearch") });
    const extra = { MEILI_URL: meilisearch.url, MEILI_KEY: meilisearch.key };
    server = new Server({ port: await freePort(), databaseUrl: cluster.url, dataDir: join(folder, "data"), extra });
    writeFileSync(join(folder, "seed.json"), JSON.stringify(seed()));
    await server.run("migrate");
    await server.run("seed", join(folder, "seed.json"));
    await server.start();
    const { items } = await (await fetch(`${server.url}/api/catalog?scope=current`)).json();
    const lots = await (await fetch(`${server.url}/api/catalog/${items[0].id}/lots?pageSize=100`)).json();
    const catalogs = [{ id: items[0].id, catalogType: 1, lots: lots.items.map(({ id }) => id) }];
    bidders = Array.from({ length: BIDDERS }, (_, n) => new Bettor(server.url, n, catalogs));
    for (const bidder of bidders) await bidder.arrive();
    for (const query of QUERIES) expected.set(query, (await search(query, 0)).totalCount);
    assert.deepEqual([...expected.values()], [10, 10, 10, 10, 0, 1, 10, 40, 40]);
    await meilisearch.start();
    await servedBy("meilisearch");
    for (const bidder of bidders) loops.push(bid(bidder));
    for (let n = 0; n < VISITORS; n += 1) loops.push(visit(n));
  });

  after(async () => {
    stopped = true;
    await Promise.all(loops);
    for (const bidder of bidders ?? []) bidder.leave();
    await server?.kill();
    await meilisearch?.kill();
    cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const servedBy = (name) =>
    until(`${name} answers the searches`, async () => {
      const text = await (await fetch(`${server.url}/readyz`)).text();
      return text.includes(`search: ${name}`);
    }, { timeoutMs: 180_000 });

  async function search(searchQuery, visitor) {
    const response = await fetch(`${server.url}/api/lots/search?pageSize=20&pageNumber=1`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `10.7.0.${visitor + 1}` },
      body: JSON.stringify({ searchQuery }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  }

  async function visit(n) {
    for (let turn = n; !stopped; turn += 1) {
      const query = QUERIES[turn % QUERIES.length];
      const since = performance.now();
      try {
        const { totalCount } = await search(query, n);
        if (totalCount !== expected.get(query)) failed.push(`${query}: ${totalCount} found instead of ${expected.get(query)}`);
      } catch (error) {
        failed.push(`${query}: ${error}`);
      }
      searches.push(performance.now() - since);
      await pause(BETWEEN_SEARCHES_MS);
    }
  }

  async function bid(bidder) {
    const [{ id: catalogId, lots }] = bidder.catalogs;
    for (let turn = bidder.n; !stopped; turn += 1) {
      const lotId = lots[turn % lots.length];
      const betValue = bidder.lots.get(lotId)?.minBet ?? 100;
      const since = performance.now();
      const answer = await bidder.bid({ catalogId, lotId, betValue }, randomUUID());
      if (answer?.status === 200) bets.push(performance.now() - since);
      await pause(BETWEEN_BETS_MS);
    }
  }

  /** Runs a phase until people have searched enough in it. */
  async function phase(t, name, during = () => {}) {
    bets = [];
    searches = [];
    await during();
    await until("people have searched", () => searches.length >= SEARCHES);
    t.diagnostic(`${name}: bets ${figures(bets)}; searches ${figures(searches)}`);
  }

  async function indexIsWhole() {
    assert.deepEqual(failed, []);
    const compare = () => server.read("search", "check");
    assert.match(compare(), /^40 lots, 40 documents: 0 missing, \d+ outdated, 0 surplus/);
    // A bet that arrives while the two are read looks like a difference.
    await until("every lot is as it is", () => compare().includes(" 0 missing, 0 outdated, 0 surplus"));
  }

  it("it is killed", async (t) => {
    await phase(t, "before");
    await meilisearch.kill();
    await phase(t, "killed", () => servedBy("postgresql"));
    await phase(t, "started again", async () => {
      await meilisearch.start();
      await servedBy("meilisearch");
    });
    await indexIsWhole();
  });

  it("it stands still for a minute", async (t) => {
    await phase(t, "suspended", async () => {
      meilisearch.freeze();
      await pause(SUSPENDED_MS);
      meilisearch.thaw();
    });
    await phase(t, "resumed", () => servedBy("meilisearch"));
    await indexIsWhole();
  });

  it("it starts empty", async (t) => {
    await meilisearch.kill();
    await servedBy("postgresql");
    meilisearch.empty();
    await phase(t, "empty", async () => {
      await meilisearch.start();
      await servedBy("meilisearch");
    });
    await indexIsWhole();
  });

  it("it starts on damaged files", async (t) => {
    await meilisearch.kill();
    await servedBy("postgresql");
    meilisearch.damage();
    await phase(t, "damaged", async () => {
      await meilisearch.start();
      await servedBy("meilisearch");
    });
    await indexIsWhole();
  });
});
