// Nothing that was answered is ever lost: the server, then its database, are killed while two hundred people bid, and the
// server stands still for a while.
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

/** Accepted bets between one blow and the next. */
const BETS_A_ROUND = 400;
const ROUNDS = 3;
/** Longer than any pause of a healthy server, shorter than the client's patience with a silent line. */
const STANDSTILL_MS = 8000;

describe("a crowd bids while things are killed", { timeout: 600_000 }, () => {
  let folder, cluster, server, admin, quiet, catalogs, crowd;
  let accepted = 0;
  /** No later than the moment at which the server was there again. */
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
    // Twenty at a time: logging in is not what is tested here.
    for (let n = 0; n < CROWD; n += 20) await Promise.all(crowd.slice(n, n + 20).map((bettor) => bettor.arrive()));
  });

  after(async () => {
    for (const bettor of crowd ?? []) bettor.leave();
    await server?.kill();
    cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Only the lot on the block is bid for in the classic. */
  async function openFirstLot() {
    for (const catalog of catalogs) if (catalog.catalogType === 0) catalog.lots = [catalog.currentLotId];
    assert.ok(catalogs.every((catalog) => catalog.lots.every(Number.isInteger)), "a lot is on the block");
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

  async function everythingAnsweredIsThere() {
    // Whoever heard no answer asks again under the same key: the first answer, or the bet is decided now.
    for (const bettor of crowd) {
      for (const asked of bettor.doubtful.splice(0)) {
        const answer = await bettor.ask(asked);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        bettor.answered.push({ ...asked, answer: answer.body });
      }
    }
    const stored = new Map();
    for (const { id } of catalogs) {
      const bets = await betsOf(server.url, admin, id);
      const last = new Map();
      for (const bet of bets) {
        assert.ok(!stored.has(bet.id), `bet ${bet.id} is there twice`);
        stored.set(bet.id, bet);
        assert.ok(bet.value > (last.get(bet.lotId) ?? 0), `lot ${bet.lotId}: bet ${bet.id} does not rise`);
        last.set(bet.lotId, bet.value);
      }
    }
    const told = new Map();
    for (const bettor of crowd) {
      for (const { bet, answer } of bettor.answered) {
        if (!answer.bet) continue;
        const found = stored.get(answer.bet.id);
        assert.ok(found, `bet ${answer.bet.id} of ${bet.betValue} was answered with ${answer.code} and is lost`);
        assert.deepEqual(
          [found.lotId, found.value, found.userId],
          [bet.lotId, bet.betValue, bettor.userId],
          `bet ${answer.bet.id} is not what was answered`,
        );
        assert.ok(!told.has(found.id), `bet ${found.id} was given as the answer to two requests`);
        told.set(found.id, answer.lot.version);
      }
    }
    // The order in which bets were answered is the order in which they are stored.
    const versions = new Map();
    for (const [id, version] of [...told].sort(([a], [b]) => a - b)) {
      const { lotId } = stored.get(id);
      assert.ok(version > (versions.get(lotId) ?? 0), `lot ${lotId}: the version does not grow with bet ${id}`);
      versions.set(lotId, version);
    }
    assert.equal(stored.size, told.size, "a bet is stored that nobody was told of");
    // A repeated request gets the first answer, whatever was killed in between.
    for (const bettor of crowd.slice(0, 40)) {
      const asked = bettor.answered.at(-1);
      if (!asked) continue;
      const again = await bettor.ask(asked);
      assert.deepEqual([again.body.code, again.body.bet?.id], [asked.answer.code, asked.answer.bet?.id]);
    }
    assert.deepEqual(crowd.flatMap((bettor) => bettor.faults), []);
    return stored;
  }

  async function everybodySeesTheState(joins) {
    await until("every client came back by itself", () => crowd.every((bettor, n) => bettor.joins >= joins[n] + catalogs.length));
    // One more bet of each lot reaches everybody, with a version above all that were seen before.
    const before = newest(crowd);
    for (const { id, lots } of catalogs) {
      for (const lotId of lots) {
        const leader = Math.max(...crowd.map((bettor) => bettor.lots.get(lotId)?.version ?? 0));
        const known = crowd.find((bettor) => (bettor.lots.get(lotId)?.version ?? 0) === leader)?.lots.get(lotId);
        const bettor = crowd.find(({ userId }) => userId !== known?.leadingBet?.userId);
        const answer = await bettor.bid({ catalogId: id, lotId, betValue: (known?.minBet ?? 100) + 1000 }, crypto.randomUUID(), () => { accepted += 1; });
        assert.equal(answer.body.code, 0, JSON.stringify(answer.body));
        assert.ok(answer.body.lot.version > (before.get(lotId) ?? 0), `lot ${lotId}: the version went back`);
        await until(`everybody sees the newest bet of lot ${lotId}`, () =>
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
      await until("every client came back by itself", () => crowd.every((bettor, n) => bettor.joins >= joins[n] + catalogs.length));
    }
    await moreBets(BETS_A_ROUND);
    const joins = crowd.map((bettor) => bettor.joins);
    await server.kill();
    backSince = Date.now();
    await server.start();
    await stop();
    await everybodySeesTheState(joins);
    await everythingAnsweredIsThere();
    await recoverWasApplied();
  });

  it("the database is killed", async () => {
    start();
    for (let round = 0; round < ROUNDS; round += 1) {
      await moreBets(BETS_A_ROUND);
      const outages = refusals();
      cluster.kill();
      await until("bets are refused with 503 while the database is away", () => refusals() > outages);
      backSince = Date.now();
      cluster.start();
      await moreBets(1);
    }
    await stop();
    await everythingAnsweredIsThere();
    await recoverWasApplied();
  });

  it("the server stands still", async () => {
    start();
    await moreBets(BETS_A_ROUND);
    await server.standStill(STANDSTILL_MS);
    backSince = Date.now();
    await moreBets(BETS_A_ROUND);
    await stop();
    await everythingAnsweredIsThere();
    await recoverWasApplied();
  });

  const refusals = () => crowd.reduce((sum, bettor) => sum + (bettor.statuses.get(503) ?? 0), 0);

  /** A lot on which nobody bids keeps its end, unless an outage could have taken his last five minutes from a bidder. */
  async function recoverWasApplied() {
    const { items } = await (await fetch(`${server.url}/api/catalog/${quiet}/lots`)).json();
    const left = Date.parse(items[0].endTradeTime) - backSince;
    assert.ok(left >= 300_000, `the quiet lot ends ${left} ms after the outage was over`);
  }
});
