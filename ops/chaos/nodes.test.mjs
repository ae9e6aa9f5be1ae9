// Three nodes share a site. While a crowd bids through all of them, one is killed, one is suspended, one is restarted, and Redis
// is killed, comes back empty, and freezes. No answered bet is lost or doubled, prices and versions only rise, and every room is
// back within ten seconds.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { checkBets } from "./check.mjs";
import { Cluster } from "./cluster.mjs";
import { Bettor, login } from "./crowd.mjs";
import { HAS_REDIS, Redis } from "./redis.mjs";
import { ADMIN, catalog, crowd as people, house, lot } from "./sale.mjs";
import { freePort, Server } from "./server.mjs";
import { until } from "./wait.mjs";

const NODES = 3;
const CROWD = 30;
/** Parallel sales, so that every node has some. */
const SALES = 6;
const LOTS = 3;
/** Longer than the others wait before they take a node's rooms. */
const SUSPENDED_MS = 20_000;
/** A room without an owner is back by then. */
const BACK_WITHIN_MS = 10_000;

const seed = () => ({
  brand: null,
  categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
  people: [ADMIN, ...people(CROWD)],
  houses: [house(CROWD)],
  catalogs: Array.from({ length: SALES }, (_, n) => catalog(`sale${n}`, 1, "+2h")),
  lots: Array.from({ length: SALES }, (_, n) => Array.from({ length: LOTS }, (_, m) => lot(`sale${n}`, m + 1))).flat(),
});

describe("a crowd bids at three nodes through faults", { skip: HAS_REDIS ? false : "redis-server is not installed", timeout: 240_000 }, () => {
  let folder, cluster, redis, nodes, admin, sales, crowd;
  /** By catalog: when the last accepted bet was sent, and when it was answered. */
  const accepted = new Map();
  /** How long rooms were away when their node was. */
  const away = [];

  before(async () => {
    folder = mkdtempSync(join(process.env.CHAOS_DATA ?? tmpdir(), "chaos-"));
    mkdirSync(join(folder, "data"));
    cluster = new Cluster(join(folder, "cluster"));
    cluster.start();
    redis = new Redis(await freePort());
    await redis.start();
    nodes = [];
    for (let n = 0; n < NODES; n += 1) {
      const extra = { REDIS_URL: redis.url, NODE_ADDRESS: `127.0.0.1:${await freePort()}`, NODE_SECRET: "known-to-the-three-nodes", BET_RATE_PER_SECOND: "0", LOG: "warn,room_server=info", LOG_FORMAT: "json" };
      nodes.push(new Server({ port: await freePort(), databaseUrl: cluster.url, dataDir: join(folder, "data"), extra }));
    }
    writeFileSync(join(folder, "seed.json"), JSON.stringify(seed()));
    nodes[0].run("migrate");
    await Promise.all(nodes.map((node) => node.start()));
    // Only now, so that the rooms spread over all nodes.
    nodes[0].run("seed", join(folder, "seed.json"));
    admin = (await login(nodes[0].url, "admin@demo.example", "10.8.0.1")).token;
    const { items } = await (await fetch(`${nodes[0].url}/api/catalog?scope=current`)).json();
    sales = await Promise.all(
      items.map(async ({ id, catalogType }) => {
        const lots = await (await fetch(`${nodes[0].url}/api/catalog/${id}/lots?pageSize=100`)).json();
        return { id, catalogType, lots: lots.items.map((lot) => lot.id) };
      }),
    );
    assert.equal(sales.length, SALES);
    crowd = Array.from({ length: CROWD }, (_, n) => new Bettor(nodes[n % NODES].url, n, sales));
    for (let n = 0; n < CROWD; n += 10) await Promise.all(crowd.slice(n, n + 10).map((bettor) => bettor.arrive()));
    for (const bettor of crowd) {
      bettor.start((catalogId, sent) => {
        if (sent > (accepted.get(catalogId)?.sent ?? 0)) accepted.set(catalogId, { sent, answered: Date.now() });
      });
    }
    await everySaleGoesOn();
  });

  after(async () => {
    for (const bettor of crowd ?? []) bettor.leave();
    for (const node of nodes ?? []) await node.kill();
    await redis?.kill();
    cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Waits until bets sent from now on are accepted in every sale. Returns how long that took in each of `watched`. */
  async function everySaleGoesOn(watched = sales.map(({ id }) => id)) {
    const began = Date.now();
    const back = new Map();
    await until("bets are accepted in every sale", () => {
      for (const { id } of sales) {
        const last = accepted.get(id);
        if (!back.has(id) && last?.sent > began) back.set(id, last.answered - began);
      }
      return back.size === SALES;
    });
    return watched.map((id) => back.get(id));
  }

  /** Which node has each room, and under which epoch, by what the nodes logged. */
  function owners() {
    const latest = new Map();
    nodes.forEach((node, n) => {
      for (const line of node.output.split("\n").slice(0, -1).filter((line) => line.includes('"room loaded"'))) {
        const { catalog_id: id, epoch } = JSON.parse(line).fields;
        if (epoch > (latest.get(id)?.epoch ?? 0)) latest.set(id, { node: n, epoch });
      }
    });
    return latest;
  }
  const roomsOf = (n) => sales.map(({ id }) => id).filter((id) => owners().get(id).node === n);

  it("the rooms are spread over the nodes", () => {
    for (let n = 0; n < NODES; n += 1) assert.ok(roomsOf(n).length > 0, `node ${n} has none`);
  });

  it("a node is killed", async () => {
    const rooms = roomsOf(0);
    await nodes[0].kill();
    away.push(...(await everySaleGoesOn(rooms)));
    await nodes[0].start();
  });

  it("a node is suspended, and harms nothing when it wakes up", async () => {
    const rooms = roomsOf(1);
    const asleep = nodes[1].suspend(SUSPENDED_MS);
    away.push(...(await everySaleGoesOn(rooms)));
    const before = owners();
    await asleep;
    const woken = await everySaleGoesOn();
    assert.ok(Math.max(...woken) < BACK_WITHIN_MS, `a zombie delayed bets: ${woken} ms`);
    for (const id of rooms) assert.equal(owners().get(id).node, before.get(id).node, "it took a room back");
  });

  it("a node is restarted in order", async () => {
    const began = Date.now();
    const stopping = nodes[2].kill("SIGTERM");
    const moved = await everySaleGoesOn();
    assert.ok(Math.max(...moved) < BACK_WITHIN_MS, `rooms were handed over late: ${moved} ms`);
    await stopping;
    assert.ok(Date.now() - began < 30_000, "it took too long to stop");
    await nodes[2].start();
    await everySaleGoesOn();
  });

  it("Redis is killed, comes back empty, and freezes", async () => {
    const before = owners();
    await redis.kill();
    await everySaleGoesOn();
    await redis.start();
    await everySaleGoesOn();
    redis.freeze();
    await everySaleGoesOn();
    redis.thaw();
    await everySaleGoesOn();
    for (const [id, { node }] of owners()) assert.equal(node, before.get(id).node, "a room moved");
  });

  it("rooms were back in time", () => {
    away.sort((a, b) => a - b);
    console.log(`rooms were back after ${away.map((ms) => (ms / 1000).toFixed(1)).join(", ")} s`);
    assert.ok(away.at(-1) < BACK_WITHIN_MS, "a room was away for too long");
  });

  it("no answered bet is lost or doubled", async () => {
    await Promise.all(crowd.map((bettor) => bettor.stop()));
    await checkBets({ url: nodes[0].url, admin, catalogs: sales, crowd });
  });

  it("every socket sees the same leaders", async () => {
    for (const { lots } of sales) {
      for (const lotId of lots) {
        const newest = Math.max(...crowd.map((bettor) => bettor.lots.get(lotId)?.version ?? 0));
        await until(`every client sees lot ${lotId} as it is`, () => crowd.every((bettor) => bettor.lots.get(lotId)?.version === newest));
        const leaders = new Set(crowd.map((bettor) => JSON.stringify(bettor.lots.get(lotId).leadingBet)));
        assert.equal(leaders.size, 1);
      }
    }
  });
});
