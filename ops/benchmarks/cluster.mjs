// Costs of a visitor, a room, an update and a bet with one, two and three nodes: memory of the nodes, and processor time of the
// nodes, PostgreSQL and Redis. Everything shares one machine, so costs are meaningful but the rates of several nodes are not.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { login } from "../faults/crowd.mjs";
import { Redis } from "../faults/redis.mjs";
import { catalog, crowd, email, house, lot } from "../faults/sale.mjs";
import { freePort, Server } from "../faults/server.mjs";
import { until } from "../faults/wait.mjs";
import { cpu, cpuOfFamily, residentMb } from "./processes.mjs";
import { catalogsOf, loadgen, medians, newDatabase, plan, round, table } from "./tools.mjs";

const { BENCH_WORK, LOADGEN_BIN } = process.env;
const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const ROOMS = 400;
const LOTS_OF_A_ROOM = 20;
/** Number of rooms with bets and with most of the visitors. */
const BUSY = 50;
const VISITORS = 2000;
const CONNECTIONS = 50;
const SECONDS = 10;

const SITES = [
  { name: "one node, no Redis", nodes: 1, isShared: false },
  { name: "one node", nodes: 1, isShared: true },
  { name: "two nodes", nodes: 2, isShared: true },
  { name: "three nodes", nodes: 3, isShared: true },
];

// ---- a site

class Site {
  #postmaster = Number(readFileSync(join(BENCH_WORK, "db", "pg", "postmaster.pid"), "utf8").split("\n")[0]);

  static async start({ nodes, isShared }, run) {
    const site = new Site();
    const folder = join(BENCH_WORK, `cluster-${nodes}-${isShared}-${run}`);
    mkdirSync(join(folder, "data"), { recursive: true });
    const databaseUrl = await newDatabase(`cluster_${nodes}_${isShared}_${run}`);
    if (isShared) {
      site.redis = new Redis(await freePort());
      await site.redis.start();
    }
    site.nodes = [];
    for (let n = 0; n < nodes; n += 1) {
      const shared = isShared
        ? { REDIS_URL: site.redis.url, NODE_ADDRESS: `127.0.0.1:${await freePort()}`, NODE_SECRET: "of-the-nodes-of-this-benchmark" }
        : {};
      const extra = { BET_RATE_PER_SECOND: "0", ...shared };
      site.nodes.push(new Server({ port: await freePort(), databaseUrl, dataDir: join(folder, "data"), extra }));
    }
    writeFileSync(join(folder, "seed.json"), JSON.stringify(seed()));
    await site.nodes[0].run("migrate");
    await Promise.all(site.nodes.map((node) => node.start()));
    // Seeded once all nodes run, so that the rooms spread over them.
    await site.nodes[0].run("seed", join(folder, "seed.json"));
    site.hosts = site.nodes.map(({ url }) => new URL(url).host).join(",");
    await until("all sales are listed", async () => {
      // The kept-alive connection may have been closed during seeding.
      const sales = await catalogsOf(site.nodes[0]).catch(() => []);
      site.catalogs = sales.map(({ id }) => id).sort((a, b) => a - b);
      return sales.length === ROOMS;
    });
    // Otherwise the cost of idle rooms would include indexing their lots.
    await until("all lots are listed", async () => {
      const headers = { "content-type": "application/json" };
      const found = await fetch(`${site.nodes[0].url}/api/lots/search?pageSize=1`, { method: "POST", headers, body: "{}" });
      return found.ok && (await found.json()).totalCount === ROOMS * LOTS_OF_A_ROOM;
    }, { everyMs: 1000 });
    return site;
  }

  memory() {
    return this.nodes.reduce((sum, { pid }) => sum + residentMb(pid), 0);
  }

  /** Processor seconds so far. */
  cpu() {
    return {
      nodes: this.nodes.reduce((sum, { pid }) => sum + cpu(pid), 0),
      postgres: cpuOfFamily(this.#postmaster),
      redis: this.redis ? cpu(this.redis.pid) : 0,
    };
  }

  /** What `work` costs, in processor seconds, and what it returns. */
  async costOf(work) {
    const before = this.cpu();
    const result = await work();
    const after = this.cpu();
    return { result, cost: Object.fromEntries(Object.keys(after).map((key) => [key, after[key] - before[key]])) };
  }

  async stop() {
    for (const node of this.nodes) await node.kill("SIGTERM");
    await this.redis?.kill();
  }
}

function seed() {
  const rooms = Array.from({ length: ROOMS }, (_, n) => `Зал ${String(n).padStart(3, "0")}`);
  return {
    brand: null,
    categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
    people: crowd(2 * CONNECTIONS),
    houses: [house(2 * CONNECTIONS)],
    catalogs: rooms.map((key) => catalog(key, 1, "+1d")),
    lots: rooms.flatMap((key) => Array.from({ length: LOTS_OF_A_ROOM }, (_, n) => lot(key, n + 1))),
  };
}

/** Visitors of rooms, in a load generator process of their own. */
class Watchers {
  static async enter({ hosts }, catalogs, clients, first) {
    const watchers = new Watchers();
    const args = ["watch", "--hosts", hosts, "--catalogs", catalogs.join(","), "--clients", String(clients), "--first", String(first)];
    watchers.process = spawn(LOADGEN_BIN, args, { stdio: ["pipe", "pipe", "inherit"] });
    watchers.lines = createInterface({ input: watchers.process.stdout })[Symbol.asyncIterator]();
    await watchers.#line();
    return watchers;
  }

  async #line() {
    const { value, done } = await this.lines.next();
    if (done) throw new Error("the visitors' connections broke");
    return value;
  }

  /** Number of updates received so far. */
  async updates() {
    this.process.stdin.write("\n");
    return Number(await this.#line());
  }

  async leave() {
    this.process.stdin.end();
    await this.#line();
  }
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
const idle = () => pause(SECONDS);

async function measure(kind, run) {
  const site = await Site.start(kind, run);
  try {
    const tokens = [];
    for (let n = 0; n < 2 * CONNECTIONS; n += 1) {
      tokens.push((await login(site.nodes[0].url, email(n), `10.7.0.${n + 1}`)).token);
    }
    const busy = site.catalogs.slice(0, BUSY);
    const bets = async (...more) => {
      // A new plan for each run: it must start above the previous run's bets.
      const path = await plan(site.nodes[0], tokens, busy);
      const load = ["--plan", path, "--connections", String(CONNECTIONS), "--seconds", String(SECONDS), "--warm-up-s", "0"];
      const result = await loadgen(["bets", "--host", site.hosts, ...load, ...more]);
      if (result.accepted === 0) throw new Error(`no bet was accepted, ${result.refused} were refused`);
      return result;
    };

    // First one visitor per room, which loads every room, then many more in rooms that are already loaded. Half of
    // both come before memory is measured, because the process retains what loading and joining need for a moment.
    const half = ROOMS / 2;
    const early = await Watchers.enter(site, site.catalogs.slice(0, half), half, 0);
    const halfLoaded = site.memory();
    const loading = await site.costOf(() => Watchers.enter(site, site.catalogs.slice(half), half, half));
    const late = loading.result;
    const loaded = site.memory();
    const alone = (await site.costOf(idle)).cost;
    const some = await Watchers.enter(site, busy, VISITORS, ROOMS);
    const halfFull = site.memory();
    const many = await Watchers.enter(site, busy, VISITORS, ROOMS + VISITORS);
    const socketKb = ((site.memory() - halfFull) * 1024) / VISITORS;
    const crowded = (await site.costOf(idle)).cost;

    const slowly = ["--pause-ms", "200"];
    const heard = async () => (await some.updates()) + (await many.updates());
    const before = await heard();
    const watched = await site.costOf(() => bets(...slowly));
    const updates = (await heard()) - before;
    await Promise.all([some.leave(), many.leave()]);
    const unwatched = await site.costOf(() => bets(...slowly));
    const quick = await site.costOf(() => bets());
    await Promise.all([early.leave(), late.leave()]);

    const each = (cost, count) => (cost / count) * 1e6;
    const perBet = (part) => each(quick.cost[part], quick.result.accepted);
    // Bets at the same pace with and without the crowd: the difference is the cost of the updates.
    const told = watched.cost.nodes - (unwatched.cost.nodes * watched.result.accepted) / unwatched.result.accepted;
    return {
      room_kb: ((loaded - halfLoaded) * 1024) / half - socketKb,
      socket_kb: socketKb,
      load_us: each(loading.cost.nodes, half),
      load_postgres_us: each(loading.cost.postgres, half),
      idle_rooms: (alone.nodes / SECONDS) * 100,
      idle_postgres: (alone.postgres / SECONDS) * 100,
      idle_redis: (alone.redis / SECONDS) * 100,
      idle_socket_us: each((crowded.nodes - alone.nodes) / SECONDS, 2 * VISITORS),
      updates,
      update_us: each(told, updates),
      slow_p50_ms: unwatched.result.p50_ms,
      slow_p99_ms: unwatched.result.p99_ms,
      bet_us: perBet("nodes"),
      bet_postgres_us: perBet("postgres"),
      bet_redis_us: perBet("redis"),
      per_s: quick.result.per_s,
    };
  } finally {
    await site.stop();
  }
}

const COLUMNS = {
  room_kb: "memory of a room, KB",
  socket_kb: "memory of a visitor, KB",
  load_us: "loading a room and its first visitor, nodes, µs",
  load_postgres_us: "PostgreSQL meanwhile, µs",
  idle_rooms: `${ROOMS} idle rooms, nodes, % of a core`,
  idle_postgres: "PostgreSQL meanwhile, %",
  idle_redis: "Redis meanwhile, %",
  idle_socket_us: "an idle visitor, µs a second",
  update_us: "an update to a visitor, µs",
  bet_us: "a bet, nodes, µs",
  bet_postgres_us: "a bet, PostgreSQL, µs",
  bet_redis_us: "a bet, Redis, µs",
  slow_p50_ms: "some 200 bets a second, p50, ms",
  slow_p99_ms: "their p99, ms",
  per_s: "bets a second at most, here",
};

export async function cluster() {
  const rows = new Map(SITES.map((site) => [site, []]));
  for (let run = 1; run <= RUNS; run += 1) {
    for (const site of SITES) {
      console.error(`several nodes: run ${run} of ${RUNS}, ${site.name}`);
      rows.get(site).push(await measure(site, run));
    }
  }
  const found = SITES.map((site) => medians(rows.get(site)));
  table(
    `Costs of ${ROOMS} rooms of ${LOTS_OF_A_ROOM} lots and ${2 * VISITORS} visitors, medians of ${RUNS}`,
    SITES.map(({ name }) => name),
    Object.entries(COLUMNS).map(([key, title]) => [title, ...found.map((values) => round(values[key]))]),
  );
}
