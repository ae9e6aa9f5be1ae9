// Runs each measurement and its baseline in turn, several times, and prints medians and ratios.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { login } from "../faults/crowd.mjs";
import { BINARY, Meilisearch } from "../faults/meilisearch.mjs";
import { Redis } from "../faults/redis.mjs";
import { freePort, Server } from "../faults/server.mjs";
import { email } from "../faults/sale.mjs";
import { cluster } from "./cluster.mjs";
import { consoleSale } from "./console.mjs";
import { growth } from "./growth.mjs";
import { liveRoom } from "./room.mjs";
import { pictures } from "./pictures.mjs";
import { buildIndex, explain, freshness, makeLots, measure, plans, report, servedBy, slowest } from "./search/search.mjs";
import { seed } from "./seed.mjs";
import { catalogsOf, line, loadgen, medians, newDatabase, plan, ratio, run, table } from "./tools.mjs";

const { BEFORE, BENCH_WORK, CLIENT_DIR, DATABASE_URL, PGBENCH, PGBENCH_URL, FANOUT_BIN, LOADGEN_BIN } = process.env;
const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const CONNECTIONS = 64;
const SECONDS = 10;
/** The figures of a load of requests. */
const RATE = ["per_s", "p50_ms", "p99_ms"];
const NODE_SERVER = join(import.meta.dirname, "node-server");
const BUN_SERVER = join(import.meta.dirname, "bun-server");

const chosen = process.argv.slice(2);
const wants = (part) => chosen.length === 0 || chosen.includes(part);

/** One core for the server, the other for the load generator. */
const SERVER_CORE = "0";
const LOAD_CORE = "1";

// ---- (a) accepted bets per second

const TABLES = `
  create table bench_lot (id int primary key, price bigint not null, bets int not null);
  create table bench_bet (id bigint generated always as identity primary key, lot_id int not null references bench_lot,
    account_id bigint not null, value bigint not null, at timestamptz not null default now());
  create index on bench_bet (lot_id, id desc);
  insert into bench_lot select n, 100, 0 from generate_series(1, 50) n;`;

/** The transaction of a server that locks the lot's row for each bet. */
const transaction = (lot) => `\\set lot ${lot}
\\set account random(1, 1000)
BEGIN;
SELECT price FROM bench_lot WHERE id = :lot FOR UPDATE;
INSERT INTO bench_bet (lot_id, account_id, value) VALUES (:lot, :account, 1000);
UPDATE bench_lot SET price = price + 10, bets = bets + 1 WHERE id = :lot;
COMMIT;
`;

async function pgbench(lot) {
  const folder = mkdtempSync(join(BENCH_WORK, "pgbench-"));
  writeFileSync(join(folder, "bet.sql"), transaction(lot));
  const args = ["-n", "-M", "prepared", "-c", CONNECTIONS, "-j", 2, "-T", SECONDS, "-f", "bet.sql", "-l", "--log-prefix=log", PGBENCH_URL];
  const { stdout } = await run(PGBENCH, args.map(String), { cwd: folder });
  const latencies = readdirSync(folder)
    .filter((name) => name.startsWith("log."))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
    .map((line) => Number(line.split(" ")[2]) / 1000)
    .sort((a, b) => a - b);
  rmSync(folder, { recursive: true });
  return {
    per_s: Number(/tps = ([\d.]+)/.exec(stdout)[1]),
    p50_ms: latencies[Math.round((latencies.length - 1) * 0.5)],
    p99_ms: latencies[Math.round((latencies.length - 1) * 0.99)],
  };
}

/** Entries of a Redis stream, each on disk before it is answered. */
async function xadd() {
  const folder = mkdtempSync(join(BENCH_WORK, "redis-"));
  const port = await freePort();
  const redis = new Redis(port, { folder });
  await redis.start();
  try {
    const load = ["-p", port, "-c", CONNECTIONS, "-n", 100_000, "--csv"];
    const bet = ["xadd", "bets", "*", "lot", "1", "account", "217", "value", "1000"];
    const { stdout } = await run("redis-benchmark", [...load, ...bet].map(String));
    const [heads, values] = stdout.trim().split("\n").slice(-2).map((line) => line.split(",").map((cell) => cell.replaceAll('"', "")));
    const of = (head) => Number(values[heads.indexOf(head)]);
    return { per_s: of("rps"), p50_ms: of("p50_latency_ms"), p99_ms: of("p99_latency_ms") };
  } finally {
    await redis.kill();
    rmSync(folder, { recursive: true });
  }
}

async function startServer(databaseUrl = DATABASE_URL, binary = undefined) {
  const dataDir = mkdtempSync(join(BENCH_WORK, "data-"));
  const server = new Server({
    port: await freePort(),
    databaseUrl,
    dataDir,
    // One bidder here bets far faster than any person.
    extra: { BET_RATE_PER_SECOND: "0", ...(CLIENT_DIR && { CLIENT_DIR }) },
    binary,
  });
  writeFileSync(join(dataDir, "seed.json"), JSON.stringify(seed(2 * CONNECTIONS)));
  await server.run("migrate");
  await server.run("seed", join(dataDir, "seed.json"));
  await server.start();
  return server;
}

/** The tokens of each server's bidders, who get one code a minute. */
const loggedIn = new WeakMap();

async function tokensOf(server) {
  if (loggedIn.has(server)) return loggedIn.get(server);
  const tokens = [];
  for (let n = 0; n < 2 * CONNECTIONS; n += 1) {
    tokens.push((await login(server.url, email(n), `10.7.0.${n + 1}`)).token);
  }
  loggedIn.set(server, tokens);
  return tokens;
}

/** The tokens of the bidders, and the sales of one lot each. */
async function readyForBets(server) {
  const tokens = await tokensOf(server);
  const rooms = (await catalogsOf(server)).filter(({ title }) => title.startsWith("Зал"));
  return { server, tokens, ids: rooms.map(({ id }) => id).sort((a, b) => a - b) };
}

async function bets(server) {
  if (!existsSync(PGBENCH)) {
    console.log("\nskipped accepted bets: this PostgreSQL installation has no pgbench");
    return;
  }
  const psql = join(PGBENCH, "..", "psql");
  await run(psql, ["-q", "-v", "ON_ERROR_STOP=1", "-c", TABLES, PGBENCH_URL]);
  const now = await readyForBets(server);
  const before = BEFORE && (await readyForBets(await startServer(await newDatabase("bets_before"), BEFORE)));
  const load = async ({ server, tokens, ids }, from, to) => {
    const path = await plan(server, tokens, ids.slice(from, to));
    return loadgen(["bets", "--host", new URL(server.url).host, "--plan", path, "--connections", String(CONNECTIONS), "--seconds", String(SECONDS)]);
  };
  const rows = { rowHot: [], stream: [], hot: [], hotBefore: [], rowSpread: [], spread: [], spreadBefore: [] };
  try {
    for (let index = 0; index < RUNS; index += 1) {
      console.error(`bets: run ${index + 1} of ${RUNS}`);
      rows.rowHot.push(await pgbench("1"));
      rows.stream.push(await xadd());
      rows.hot.push(await load(now, 0, 1));
      if (before) rows.hotBefore.push(await load(before, 0, 1));
      rows.rowSpread.push(await pgbench("random(1, 50)"));
      rows.spread.push(await load(now, 1, 51));
      if (before) rows.spreadBefore.push(await load(before, 1, 51));
    }
  } finally {
    await before?.server.kill("SIGTERM");
  }
  table(
    `Durable accepted bets, ${CONNECTIONS} connections, medians of ${RUNS} [min–max]`,
    ["per second", "p50, ms", "p99, ms"],
    [
      line("one row, `select … for update` in PostgreSQL alone", rows.rowHot, RATE),
      line("`XADD` to a Redis stream, `appendfsync always`", rows.stream, RATE),
      line("one lot, over HTTP", rows.hot, RATE),
      ...(before ? [line("one lot, over HTTP, before", rows.hotBefore, RATE)] : []),
      line("50 rows, `select … for update` in PostgreSQL alone", rows.rowSpread, RATE),
      line("50 rooms, over HTTP", rows.spread, RATE),
      ...(before ? [line("50 rooms, over HTTP, before", rows.spreadBefore, RATE)] : []),
    ],
  );
  const [rowHot, hot, rowSpread, wide] = [rows.rowHot, rows.hot, rows.rowSpread, rows.spread].map(medians);
  console.log("");
  ratio("one lot: accepted bets / transactions", hot.per_s / rowHot.per_s, 10, true);
  ratio("one lot: p99 / p99", hot.p99_ms / rowHot.p99_ms, 0.05, false);
  ratio("one lot: accepted bets / entries of a stream", hot.per_s / medians(rows.stream).per_s, 1, true);
  ratio("50 rooms: accepted bets / transactions", wide.per_s / rowSpread.per_s, 1.5, true);
  if (before) {
    ratio("one lot: accepted bets, now / before", hot.per_s / medians(rows.hotBefore).per_s, 0.97, true);
    ratio("50 rooms: accepted bets, now / before", wide.per_s / medians(rows.spreadBefore).per_s, 0.97, true);
  }
}

// ---- (b) fan-out

async function gateway(command, args, { ready = false, cwd = NODE_SERVER } = {}) {
  const port = await freePort();
  const child = spawn("taskset", ["-c", SERVER_CORE, command, ...args], {
    env: { ...process.env, PORT: String(port) },
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (ready) await once(child.stdout, "data");
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer) break;
  }
  return { host: `127.0.0.1:${port}`, pid: child.pid, stop: async () => { child.kill(); await once(child, "exit"); } };
}

const SERVERS = {
  // The npm package `node` pins Node.js, so the machine's version does not matter.
  "Node socket.io": () => gateway(join(NODE_SERVER, "node_modules/node/bin/node"), ["server.mjs"], { ready: true }),
  "this gateway": () => gateway(FANOUT_BIN, []),
  "one send() per client, nothing else": () => gateway(LOADGEN_BIN, ["bare"]),
  "Bun's server.publish": () => gateway(join(BUN_SERVER, "node_modules/.bin/bun"), ["server.mjs"], { ready: true, cwd: BUN_SERVER }),
};
/** The standalone gateway of the other build, which lies beside its server. */
const FANOUT_BEFORE = BEFORE && join(dirname(BEFORE), "examples", "fanout");
if (FANOUT_BEFORE && existsSync(FANOUT_BEFORE)) SERVERS["the gateway before"] = () => gateway(FANOUT_BEFORE, []);

async function fanout() {
  const cases = [
    { name: "1000 clients", args: ["--clients", "1000", "--updates", "600", "--warm-up", "60"] },
    { name: "4000 clients", args: ["--clients", "4000", "--updates", "150", "--warm-up", "20"] },
    { name: "burst", args: ["--clients", "4000", "--updates", "2000", "--warm-up", "20", "--rate", "200"] },
  ];
  for (const { name, args } of cases) {
    const rows = Object.fromEntries(Object.keys(SERVERS).map((server) => [server, []]));
    for (let index = 0; index < RUNS; index += 1) {
      for (const [label, start] of Object.entries(SERVERS)) {
        console.error(`fan-out, ${name}: run ${index + 1} of ${RUNS}, ${label}`);
        const server = await start();
        rows[label].push(await loadgen(["fanout", "--host", server.host, "--pid", String(server.pid), ...args], LOAD_CORE));
        await server.stop();
      }
    }
    const [node, ours, bare, bun, earlier] = Object.values(rows);
    const burst = name === "burst";
    const columns = burst
      ? ["staleness_p50_ms", "staleness_p99_ms", "memory_peak_mb", "messages"]
      : ["messages_per_s", "cpu_us_per_message", "memory_peak_mb", "staleness_p99_ms"];
    table(
      burst ? `200 updates per second of one lot to 4000 clients for 10 s, medians of ${RUNS}` : `Fan-out to ${name}, each server on one core, medians of ${RUNS}`,
      columns,
      Object.entries(rows).map(([label, runs]) => line(label, runs, columns)),
    );
    const [n, o] = [medians(node), medians(ours)];
    console.log("");
    if (burst) {
      ratio("p99 staleness, Node / ours", n.staleness_p99_ms / o.staleness_p99_ms, 5, true);
    } else {
      if (!ours.every((row) => row.every_update_sent)) console.log("some updates were coalesced, so the rates are not comparable");
      ratio(`${name}: messages per second`, o.messages_per_s / n.messages_per_s, 1.3, true);
      ratio(`${name}: CPU per message`, o.cpu_us_per_message / n.cpu_us_per_message, 0.8, false);
      ratio(`${name}: memory`, o.memory_peak_mb / n.memory_peak_mb, 0.5, false);
      ratio(`${name}: CPU per message, ours / one send()`, o.cpu_us_per_message / medians(bare).cpu_us_per_message, 1.1, false);
      ratio(`${name}: CPU per message, ours / Bun`, o.cpu_us_per_message / medians(bun).cpu_us_per_message, 1, false);
      if (earlier) ratio(`${name}: CPU per message, now / before`, o.cpu_us_per_message / medians(earlier).cpu_us_per_message, 1.03, false);
    }
  }
}

// ---- (c) pages

/** Sends at most 50 bets a second to a sale. */
async function pacedBets(server, catalog, seconds) {
  const path = await plan(server, await tokensOf(server), [catalog.id]);
  const pace = ["--connections", "10", "--pause-ms", "200", "--warm-up-s", "1"];
  return loadgen(["bets", "--host", hostOf(server), "--plan", path, ...pace, "--seconds", String(seconds)]);
}

const hostOf = ({ url }) => new URL(url).host;
/** The sale of 300 lots. */
const longSale = async (server) => (await catalogsOf(server)).find(({ title }) => title === "Каталог");

async function pages(server, before) {
  const catalog = await longSale(server);
  // Bidders log in before anything is measured.
  const people = (await tokensOf(server)).join();
  const peopleBefore = before && (await tokensOf(before)).join();
  const gets = (server, path, ...more) => loadgen(["gets", "--host", hostOf(server), "--path", path, ...more]);
  const lots = `/api/catalog/${catalog.id}/lots`;
  const measurements = {
    "a handler doing nothing": () => gets(server, "/healthz"),
    "an auction's lots page": () => gets(server, lots),
    "the same, compressed": () => gets(server, lots, "--compressed"),
    "the same, during 50 bets a second": async () => (await Promise.all([gets(server, lots, "--compressed"), pacedBets(server, catalog, 4)]))[0],
    "the same, signed in": () => gets(server, lots, "--compressed", "--tokens", people),
    "the same, signed in, during 50 bets a second": async () =>
      (await Promise.all([gets(server, lots, "--compressed", "--tokens", people), pacedBets(server, catalog, 4)]))[0],
    "the home page's first HTML": () => gets(server, "/", "--compressed"),
    ...(before && {
      "an auction's lots page, before": () => gets(before, lots),
      "the same, signed in, before": () => gets(before, lots, "--compressed", "--tokens", peopleBefore),
      "the home page's first HTML, before": () => gets(before, "/", "--compressed"),
    }),
  };
  const rows = Object.fromEntries(Object.keys(measurements).map((name) => [name, []]));
  for (let index = 0; index < RUNS; index += 1) {
    for (const [name, measured] of Object.entries(measurements)) {
      console.error(`pages: run ${index + 1} of ${RUNS}, ${name}`);
      rows[name].push(await measured());
    }
  }
  table(
    `GET, 32 connections, medians of ${RUNS} [min–max]`,
    ["per second", "p50, ms", "p99, ms"],
    Object.entries(rows).map(([name, runs]) => line(name, runs, RATE)),
  );
  console.log("");
  const [page, busy, home] = ["an auction's lots page", "the same, during 50 bets a second", "the home page's first HTML"].map((name) => medians(rows[name]));
  for (const [name, of] of Object.entries({ "lots page": page, "lots page during bets": busy })) {
    ratio(`${name}: a second / 6000`, of.per_s / 6000, 1, true);
    ratio(`${name}: p99 / 10 ms`, of.p99_ms / 10, 1, false);
  }
  ratio("home page: a second / 5000", home.per_s / 5000, 1, true);
}

// ---- (d) everybody opens the same sale

async function rush(server, before) {
  const sale = async (server) => {
    const catalog = await longSale(server);
    const [lot] = (await (await fetch(`${server.url}/api/catalog/${catalog.id}/lots`)).json()).items;
    // As the client does for a visitor who comes to a live room.
    const paths = [`/auction/${catalog.id}`, `/api/trade/bet/lot/${lot.id}/history?pageSize=50`, `/api/lots/${lot.id}`];
    const crowd = ["rush", "--host", hostOf(server), "--catalog", String(catalog.id), "--paths", paths.join(",")];
    return { server, catalog, crowd, alone: [], during: [], people: [] };
  };
  const now = await sale(server);
  const earlier = before && (await sale(before));
  for (let index = 0; index < RUNS; index += 1) {
    console.error(`rush: run ${index + 1} of ${RUNS}`);
    for (const { server, catalog, crowd, ...rows } of earlier ? [earlier, now] : [now]) {
      rows.alone.push(await pacedBets(server, catalog, 10));
      const [during, people] = await Promise.all([pacedBets(server, catalog, 10), loadgen(crowd)]);
      if (people.failed > 0) console.error(`${people.failed} failed, the first: ${people.failure}`);
      rows.during.push(during);
      rows.people.push(people);
    }
  }
  const visit = ["requests", "p50_ms", "p99_ms", "max_ms", "join_p50_ms", "join_p99_ms", "age_p50_ms", "age_p99_ms", "failed"];
  table(
    `5000 people open a sale of 300 lots within 10 s, medians of ${RUNS} [min–max]`,
    ["requests", "p50, ms", "p99, ms", "longest, ms", "into the room, p50, ms", "p99, ms", "age of updates, p50, ms", "p99, ms", "failed"],
    [line("people", now.people, visit), ...(earlier ? [line("people, before", earlier.people, visit)] : [])],
  );
  const bet = ["accepted", "p50_ms", "p99_ms"];
  table(
    "50 bets a second on that sale",
    ["accepted", "p50, ms", "p99, ms"],
    [
      line("alone", now.alone, bet),
      line("meanwhile", now.during, bet),
      ...(earlier ? [line("alone, before", earlier.alone, bet), line("meanwhile, before", earlier.during, bet)] : []),
    ],
  );
  const [alone, during, people] = [now.alone, now.during, now.people].map(medians);
  console.log("");
  ratio("people: p99 / 250 ms", Math.max(people.p99_ms, people.join_p99_ms) / 250, 1, false);
  ratio("bets: p99 meanwhile less alone / 5 ms", (during.p99_ms - alone.p99_ms) / 5, 1, false);
}

// ---- (e) repeated network outages

async function drops(server, before) {
  const pace = ["--connections", "10", "--pause-ms", "500", "--warm-up-s", "1", "--seconds", "61"];
  const outages = async (server) => {
    const catalog = await longSale(server);
    const path = await plan(server, await tokensOf(server), [catalog.id], { lotsOfEach: 10 });
    const people = loadgen(["drops", "--host", hostOf(server), "--catalog", String(catalog.id)]);
    const [row, bets] = await Promise.all([people, loadgen(["bets", "--host", hostOf(server), "--plan", path, ...pace])]);
    return { ...row, bets_per_s: bets.per_s };
  };
  const rows = [];
  const earlier = [];
  for (let index = 0; index < RUNS; index += 1) {
    console.error(`drops: run ${index + 1} of ${RUNS}`);
    if (before) earlier.push(await outages(before));
    rows.push(await outages(server));
  }
  const of = (kind) => ["bets_per_s", `${kind}_p50_ms`, `${kind}_p99_ms`, `${kind}_max_ms`];
  table(
    `1000 clients that lose the network for 2 s every 10 s for a minute, medians of ${RUNS} [min–max]`,
    ["updates per second", "p50, ms", "p99, ms", "longest, ms"],
    [
      line("reconnecting", rows, of("cut")),
      line("on the same connection", rows, of("stalled")),
      ...(before ? [line("reconnecting, before", earlier, of("cut")), line("on the same connection, before", earlier, of("stalled"))] : []),
    ],
  );
  console.log("");
  const most = (key) => Math.max(...rows.map((row) => row[key]));
  ratio("clients: longest catch-up / 500 ms", Math.max(most("cut_max_ms"), most("stalled_max_ms")) / 500, 1, false);
  ratio("outdated lots at the end", most("behind"), 0, false);
  ratio("messages with an older version", most("went_back"), 0, false);
}

// ---- (f) search over a million lots

/** Runs only when named, because generating the lots takes half an hour. */
async function search() {
  const psql = join(PGBENCH, "..", "psql");
  mkdirSync(join(BENCH_WORK, "search"), { recursive: true });
  const settings = { port: await freePort(), databaseUrl: DATABASE_URL, dataDir: join(BENCH_WORK, "search") };
  const server = new Server(settings);
  await server.run("migrate");
  await makeLots(psql, DATABASE_URL);
  const backends = [];
  await server.start();
  try {
    backends.push(await measure("PostgreSQL", server, RUNS));
    await freshness("PostgreSQL", server, PGBENCH, DATABASE_URL, BENCH_WORK);
  } finally {
    await server.kill("SIGTERM");
  }
  if (BINARY) backends.push(await searchMeilisearch(settings));
  report(backends, RUNS);
  await explain(psql, DATABASE_URL);
  await server.start();
  try {
    await plans(server, slowest(backends[0]), join(BENCH_WORK, "db", "postgres.log"));
  } finally {
    await server.kill("SIGTERM");
  }
}

async function searchMeilisearch(settings) {
  const meilisearch = new Meilisearch({ port: await freePort(), folder: join(BENCH_WORK, "meilisearch") });
  const server = new Server({ ...settings, extra: { MEILI_URL: meilisearch.url, MEILI_KEY: meilisearch.key } });
  await meilisearch.start();
  try {
    await buildIndex(server, meilisearch);
    await server.start();
    await servedBy(server, "meilisearch");
    const measured = await measure("Meilisearch", server, RUNS);
    await freshness("Meilisearch", server, PGBENCH, DATABASE_URL, BENCH_WORK);
    return measured;
  } finally {
    await server.kill("SIGTERM");
    await meilisearch.kill();
  }
}

if (chosen.includes("search")) await search();
if (chosen.includes("console")) await consoleSale();
if (chosen.includes("room")) await liveRoom();
if (chosen.includes("cluster")) await cluster();
if (chosen.includes("growth")) await growth();
if (wants("fanout")) await fanout();
if (wants("import")) await pictures();
if (["bets", "pages", "rush", "drops"].some(wants)) {
  const server = await startServer();
  const isCompared = ["pages", "rush", "drops"].some(wants);
  const before = BEFORE && isCompared ? await startServer(await newDatabase("pages_before"), BEFORE) : undefined;
  try {
    if (wants("pages")) await pages(server, before);
    if (wants("rush")) await rush(server, before);
    if (wants("drops")) await drops(server, before);
    if (wants("bets")) await bets(server);
  } finally {
    await server.kill("SIGTERM");
    await before?.kill("SIGTERM");
  }
}
