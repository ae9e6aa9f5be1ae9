// How the time and memory for bets, joins, pages of lots, rooms and startup grow with the number of lots in a sale and of
// loaded rooms.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { login } from "../faults/crowd.mjs";
import { catalog, crowd, email, house, lot } from "../faults/sale.mjs";
import { freePort, Server } from "../faults/server.mjs";
import { until } from "../faults/wait.mjs";
import { cpu, residentMb } from "./processes.mjs";
import { catalogsOf, loadgen, median, newDatabase, round, table } from "./tools.mjs";

const { BEFORE, BENCH_WORK } = process.env;
const BIDDERS = 40;
const BETS = 400;
const PAGE_SIZE = 20;

const SITES = [
  ...[100, 1000, 10_000].map((lots) => ({ name: `a sale of ${lots} lots`, rooms: 1, lots })),
  ...[10, 1000, 10_000].map((rooms) => ({ name: `${rooms} rooms of 2`, rooms, lots: 2 })),
];

function seed({ rooms, lots }) {
  const keys = Array.from({ length: rooms }, (_, n) => `Зал ${String(n).padStart(5, "0")}`);
  return {
    brand: null,
    categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
    people: crowd(BIDDERS),
    houses: [house(BIDDERS)],
    catalogs: keys.map((key) => catalog(key, 1, "+1d")),
    lots: keys.flatMap((key) => Array.from({ length: lots }, (_, n) => lot(key, n + 1))),
  };
}

/** Places a bet. Throws if it is refused. */
async function bet(server, token, { catalogId, lotId, value }) {
  const response = await fetch(`${server.url}/api/trade/bet`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-token": token },
    body: JSON.stringify({ catalogId, lotId, betValue: value }),
  });
  const answer = await response.json();
  if (answer.code !== 0) throw new Error(`a bet was refused: ${JSON.stringify(answer)}`);
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function get(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return response.json();
}

async function measure(site, binary, name) {
  const folder = join(BENCH_WORK, `${name}-${site.rooms}-${site.lots}`);
  mkdirSync(join(folder, "data"), { recursive: true });
  const server = new Server({
    port: await freePort(),
    databaseUrl: await newDatabase(`${name}_${site.rooms}_${site.lots}`),
    dataDir: join(folder, "data"),
    extra: { BET_RATE_PER_SECOND: "0" },
    binary,
  });
  writeFileSync(join(folder, "seed.json"), JSON.stringify(seed(site)));
  await server.run("migrate");
  await server.run("seed", join(folder, "seed.json"));
  await server.start();
  try {
    let sales = [];
    await until("all sales are listed", async () => (sales = await catalogsOf(server)).length === site.rooms, { timeoutMs: 600_000, everyMs: 1000 });
    const tokens = [];
    for (let n = 0; n < BIDDERS; n += 1) tokens.push((await login(server.url, email(n), `10.7.0.${n + 1}`)).token);
    const lots = (sale, page = 1) => `${server.url}/api/catalog/${sale.id}/lots?pageNumber=${page}&pageSize=${PAGE_SIZE}`;
    const firstLots = [];
    for (const sale of sales) firstLots.push((await get(lots(sale))).items[0].id);

    await server.kill("SIGTERM");
    const start_ms = await timed(() => server.start());

    // The first bet in a room loads it.
    const empty = residentMb(server.pid);
    let at = 0;
    const load = async (token) => {
      while (at < sales.length) {
        const n = at++;
        await bet(server, token, { catalogId: sales[n].id, lotId: firstLots[n], value: 100 });
      }
    };
    const loading = cpu(server.pid);
    const all_ms = await timed(() => Promise.all(tokens.slice(0, Math.min(BIDDERS, sales.length)).map(load)));
    const load_cpu = cpu(server.pid) - loading;
    const memory = residentMb(server.pid) - empty;

    // The first bidder's bet loaded the room, so the second is next.
    let placed = 1;
    const next = async () => {
      const token = tokens[placed % tokens.length];
      await bet(server, token, { catalogId: sales[0].id, lotId: firstLots[0], value: 100 + 10 * placed });
      placed += 1;
    };
    const beforeBets = cpu(server.pid);
    const bets = [];
    for (let n = 0; n < BETS; n += 1) bets.push(await timed(next));
    const bet_cpu = cpu(server.pid) - beforeBets;

    // A bet before each request invalidates the cached page.
    const pages = async (page) => {
      const times = [];
      for (let n = 0; n < 50; n += 1) {
        await next();
        times.push(await timed(() => get(lots(sales[0], page))));
      }
      return median(times);
    };
    const page_ms = await pages(1);
    const last_page_ms = await pages(Math.ceil(site.lots / PAGE_SIZE));
    const visit = ["rush", "--host", new URL(server.url).host, "--catalog", String(sales[0].id), "--paths", "/healthz", "--people", "200", "--seconds", "4"];
    const people = await loadgen(visit);
    return {
      start_ms,
      load_ms: all_ms / site.rooms,
      load_cpu_ms: (load_cpu * 1000) / site.rooms,
      room_kb: (memory * 1024) / site.rooms,
      bet_p50_ms: median(bets),
      bet_max_ms: Math.max(...bets),
      bet_cpu_us: (bet_cpu / BETS) * 1e6,
      page_ms,
      last_page_ms,
      join_ms: people.join_p50_ms,
    };
  } finally {
    await server.kill("SIGTERM");
  }
}

const ROWS = {
  start_ms: "start of the server, ms",
  load_ms: "loading a room with its first bet, ms",
  load_cpu_ms: "processor time for that, ms",
  room_kb: "memory of a room, KB",
  bet_p50_ms: "a bet, p50, ms",
  bet_max_ms: "the slowest of 400, ms",
  bet_cpu_us: "processor time of a bet, µs",
  page_ms: "first page of lots after a bet, p50, ms",
  last_page_ms: "last page of lots after a bet, p50, ms",
  join_ms: "connecting and joining a room, p50, ms",
};

export async function growth() {
  const [now, before] = [[], []];
  for (const site of SITES) {
    console.error(`growth: ${site.name}`);
    if (BEFORE) before.push(await measure(site, BEFORE, "growth_before"));
    now.push(await measure(site, undefined, "growth"));
  }
  const line = (key, title, found) => [title, ...found.map((values) => round(values[key]))];
  table(
    "Growth with the lots of a sale and with the loaded rooms, one run",
    SITES.map(({ name }) => name),
    Object.entries(ROWS).flatMap(([key, title]) => [line(key, title, now), ...(BEFORE ? [line(key, `${title}, before`, before)] : [])]),
  );
}
