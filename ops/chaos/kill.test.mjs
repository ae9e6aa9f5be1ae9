// No acknowledged bet is ever lost. While two hundred people bid, the test kills the server, kills its database, and then
// suspends the server.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Cluster } from "./cluster.mjs";
import { Bettor, betsOf, login } from "./crowd.mjs";
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
    server.run("migrate");
    server.run("seed", join(folder, "seed.json"));
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

  async function everyAcknowledgedBetIsStored() {
    // Repeat unanswered requests with the same key: the server returns the first answer or decides the bet now.
    for (const bettor of crowd) {
      for (const doubtful of bettor.doubtful.splice(0)) {
        const answer = await bettor.repeat(doubtful);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        bettor.answered.push({ ...doubtful, answer: answer.body });
      }
    }
    const stored = new Map();
    for (const { id } of catalogs) {
      const bets = await betsOf(server.url, admin, id);
      const last = new Map();
      for (const bet of bets) {
        assert.ok(!stored.has(bet.id), `bet ${bet.id} is stored twice`);
        stored.set(bet.id, bet);
        assert.ok(bet.value > (last.get(bet.lotId) ?? 0), `lot ${bet.lotId}: bet ${bet.id} is not above the one before`);
        last.set(bet.lotId, bet.value);
      }
    }
    const acknowledged = new Map();
    for (const bettor of crowd) {
      for (const { bet, answer } of bettor.answered) {
        if (!answer.bet) continue;
        const found = stored.get(answer.bet.id);
        assert.ok(found, `bet ${answer.bet.id} of ${bet.betValue} was acknowledged with ${answer.code} but is lost`);
        assert.deepEqual(
          [found.lotId, found.value, found.userId],
          [bet.lotId, bet.betValue, bettor.userId],
          `bet ${answer.bet.id} differs from what was acknowledged`,
        );
        assert.ok(!acknowledged.has(found.id), `bet ${found.id} answered two requests`);
        acknowledged.set(found.id, answer.lot.version);
      }
    }
    // Lot versions grow in the order in which bets are stored.
    const versions = new Map();
    for (const [id, version] of [...acknowledged].sort(([a], [b]) => a - b)) {
      const { lotId } = stored.get(id);
      assert.ok(version > (versions.get(lotId) ?? 0), `lot ${lotId}: the version does not grow with bet ${id}`);
      versions.set(lotId, version);
    }
    assert.equal(stored.size, acknowledged.size, "a stored bet was never acknowledged");
    // A repeated request gets the first answer, even after faults.
    for (const bettor of crowd.slice(0, 40)) {
      const last = bettor.answered.at(-1);
      if (!last) continue;
      const again = await bettor.repeat(last);
      assert.deepEqual([again.body.code, again.body.bet?.id], [last.answer.code, last.answer.bet?.id]);
    }
    assert.deepEqual(crowd.flatMap((bettor) => bettor.faults), []);
    return stored;
  }

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
