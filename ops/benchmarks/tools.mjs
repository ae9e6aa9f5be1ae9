// What the benchmarks share: the load generator, figures, and what they read from a server.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const { BENCH_WORK, DATABASE_URL, LOADGEN_BIN, PGBENCH, PGBENCH_URL } = process.env;

export const run = promisify(execFile);

export async function loadgen(args, core) {
  const pinned = core === undefined ? [LOADGEN_BIN, ...args] : ["taskset", "-c", core, LOADGEN_BIN, ...args];
  const { stdout } = await run(pinned[0], pinned.slice(1), { maxBuffer: 1 << 24 });
  return JSON.parse(stdout);
}

// ---- figures

export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
export const medians = (rows) =>
  Object.fromEntries(
    Object.keys(rows[0])
      .filter((key) => typeof rows[0][key] === "number")
      .map((key) => [key, median(rows.map((row) => row[key]))]),
  );
export const spread = (rows, key) => {
  const values = rows.map((row) => row[key]);
  return `${round(median(values))} [${round(Math.min(...values))}–${round(Math.max(...values))}]`;
};
/** A row of a table: the spread of each figure over the runs. */
export const line = (name, runs, keys) => [name, ...keys.map((key) => spread(runs, key))];
export const round = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

export function table(title, columns, rows) {
  console.log(`\n${title}\n`);
  console.log(`| | ${columns.join(" | ")} |\n|${"---|".repeat(columns.length + 1)}`);
  for (const [name, ...cells] of rows) console.log(`| ${name} | ${cells.join(" | ")} |`);
}
export const ratio = (name, value, target, atLeast) =>
  console.log(`${name}: **${value.toFixed(2)}** (target: ${atLeast ? "at least" : "at most"} ${target}) ${(atLeast ? value >= target : value <= target) ? "✓" : "✗"}`);

// ---- a server

/** Creates a database and returns its address. */
export async function newDatabase(name) {
  await run(join(PGBENCH, "..", "psql"), ["-q", "-c", `create database ${name}`, PGBENCH_URL]);
  return DATABASE_URL.replace("/auction?", `/${name}?`);
}

/** Writes what `loadgen bets` takes: bets on the first lots of each catalog. */
export async function plan(server, tokens, catalogs, { lotsOfEach = 1 } = {}) {
  const lots = await Promise.all(
    catalogs.map(async (catalogId) => {
      const { items } = await (await fetch(`${server.url}/api/catalog/${catalogId}/lots`)).json();
      return items.slice(0, lotsOfEach).map(({ id, price }) => ({ catalogId, lotId: id, start: price.minBet, step: 10 }));
    }),
  );
  const path = join(BENCH_WORK, "plan.json");
  writeFileSync(path, JSON.stringify({ tokens, lots: lots.flat() }));
  return path;
}

export async function catalogsOf(server) {
  const catalogs = [];
  for (let page = 1; ; page += 1) {
    const { items, hasNext } = await (await fetch(`${server.url}/api/catalog?scope=current&pageSize=100&pageNumber=${page}`)).json();
    catalogs.push(...items);
    if (!hasNext) return catalogs;
  }
}
