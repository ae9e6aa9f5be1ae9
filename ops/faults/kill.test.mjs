// No acknowledged bet is ever lost. While two hundred people bid, the test kills the server, kills its database, and then
// suspends the server.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { checkBets } from "./check.mjs";
import { Cluster } from "./cluster.mjs";
import { Bettor, login } from "./crowd.mjs";
import { CROWD, QUIET, seed } from "./sale.mjs";
import { freePort, Server } from "./server.mjs";
import { until } from "./wait.mjs";

/** Accepted bets between two faults. */
const BETS_A_ROUND = 400;
const ROUNDS = 3;
/** Longer than any pause of a healthy server, shorter than the client's ping timeout. */
const SUSPENDED_MS = 8000;

describe("a crowd bids through faults", { timeout: 600_000 }, () => {
  let folder, cluster, server, admin, quiet, catalogs, crowd;
  let accepted = 0;
  /** A moment just before the server came back. */
  let backSince = 0;

  before(async () => {
    folder = mkdtempSync(join(process.env.CHAOS_DATA ?? tmpdir(), "chaos-"));
    mkdirSync(join(folder, "data"));
    cluster = new Cluster(join(folder, "cluster"));
    cluster.start();
    server = new Server({ port: await freePort(), databaseUrl: cluster.url, dataDir: join(folder, "data") });
    writeFileSync(join(folder, "seed.json"), JSON.stringify(seed()));
    await server.run("migrate");
    await server.run("seed", join(folder, "seed.json"));
    await server.start();
    admin = (await login(server.url, "admin@demo.example", "10.8.0.1")).token;
    const { items } = await (await fetch(`${server.url}/api/catalog?scope=current`)).json();
    quiet = items.find(({ title }) => title === QUIET).id;
    catalogs = await Promise.all(
      items.filter(({ id }) => id !== quiet).map(async ({ id, catalogType, currentLotId }) => {
        const lots = await (await fetch(`${server.url}/api/catalog/${id}/lots?pageSize=100`)).json();
        return { id, catalogType, currentLotId, lots: lots.items.map((lot) => lot.id) };
      }),
    );
    await openFirstLot();
    crowd = Array.from({ length: CROWD }, (_, n) => new Bettor(server.url, n, catalogs));
    // Twenty at a time: this test is not about load on login.
    for (let n = 0; n < CROWD; n += 20) await Promise.all(crowd.slice(n, n + 20).map((bettor) => bettor.arrive()));
  });

  after(async () => {
    for (const bettor of crowd ?? []) bettor.leave();
    await server?.kill();
    cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** In a classic auction only the lot on the block takes bets. */
  async function openFirstLot() {
    for (const catalog of catalogs) if (catalog.catalogType === 0) catalog.lots = [catalog.currentLotId];
    assert.ok(catalogs.every((catalog) => catalog.lots.every(Number.isInteger)), "a lot must be on the block");
  }

  const start = () => { for (const bettor of crowd) bettor.start(() => { accepted += 1; }); };
  const stop = () => Promise.all(crowd.map((bettor) => bettor.stop()));
  const moreBets = async (count) => {
    const goal = accepted + count;
    await until(`${count} more bets are accepted`, () => accepted >= goal);
  };
  const newest = (bettors) => {
    const versions = new Map();
    for (const { lots } of bettors) {
      for (const [id, { version }] of lots) versions.set(id, Math.max(version, versions.get(id) ?? 0));
    }
    return versions;
  };

  const everyAcknowledgedBetIsStored = () => checkBets({ url: server.url, admin, catalogs, crowd });

  async function everyClientCatchesUp(joins) {
    await until("every client reconnects on its own", () => crowd.every((bettor, n) => bettor.joins >= joins[n] + catalogs.length));
    // One more bet on each lot reaches every client, with a version above all earlier ones.
    const before = newest(crowd);
    for (const { id, lots } of catalogs) {
      for (const lotId of lots) {
        const leader = Math.max(...crowd.map((bettor) => bettor.lots.get(lotId)?.version ?? 0));
        const known = crowd.find((bettor) => (bettor.lots.get(lotId)?.version ?? 0) === leader)?.lots.get(lotId);
        const bettor = crowd.find(({ numbers }) => !known?.leadingBet || numbers.get(id) !== known.leadingBet.participant);
        const answer = await bettor.bid({ catalogId: id, lotId, betValue: (known?.minBet ?? 100) + 1000 }, crypto.randomUUID(), () => { accepted += 1; });
        assert.equal(answer.body.code, 0, JSON.stringify(answer.body));
        assert.ok(answer.body.lot.version > (before.get(lotId) ?? 0), `lot ${lotId}: the version went back`);
        await until(`every client sees the newest bet on lot ${lotId}`, () =>
          crowd.every(({ lots }) => lots.get(lotId)?.version >= answer.body.lot.version));
      }
    }
  }

  it("the server is killed", async () => {
    start();
    for (let round = 0; round < ROUNDS; round += 1) {
      await moreBets(BETS_A_ROUND);
      const joins = crowd.map((bettor) => bettor.joins);
      await server.kill();
      await server.start();
      await until("every client reconnects on its own", () => crowd.every((bettor, n) => bettor.joins >= joins[n] + catalogs.length));
    }
    await moreBets(BETS_A_ROUND);
    const joins = crowd.map((bettor) => bettor.joins);
    await server.kill();
    backSince = Date.now();
    await server.start();
    await stop();
    await everyClientCatchesUp(joins);
    await everyAcknowledgedBetIsStored();
    await outageExtendedTheQuietLot();
  });

  it("the database is killed", async () => {
    start();
    for (let round = 0; round < ROUNDS; round += 1) {
      await moreBets(BETS_A_ROUND);
      const outages = refusals();
      cluster.kill();
      await until("bets are refused with 503 while the database is down", () => refusals() > outages);
      backSince = Date.now();
      cluster.start();
      await moreBets(1);
    }
    await stop();
    await everyAcknowledgedBetIsStored();
    await outageExtendedTheQuietLot();
  });

  it("the server is suspended", async () => {
    start();
    await moreBets(BETS_A_ROUND);
    backSince = await server.suspend(SUSPENDED_MS);
    await moreBets(BETS_A_ROUND);
    await stop();
    await everyAcknowledgedBetIsStored();
    await outageExtendedTheQuietLot();
  });

  const refusals = () => crowd.reduce((sum, bettor) => sum + (bettor.statuses.get(503) ?? 0), 0);

  /** Recovery leaves bidders at least five minutes after an outage, even on a lot without bets. */
  async function outageExtendedTheQuietLot() {
    const { items } = await (await fetch(`${server.url}/api/catalog/${quiet}/lots`)).json();
    const left = Date.parse(items[0].endTradeTime) - backSince;
    assert.ok(left >= 300_000, `the quiet lot ends ${left} ms after the outage`);
  }
});
