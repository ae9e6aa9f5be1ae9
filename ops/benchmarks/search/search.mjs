// How long a page of search takes with a million lots: makes them (generate.sql), asks the server 200 searches (queries.mjs)
// over and over, one at a time, and shows where the time of the slowest went.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { QUERIES } from "./queries.mjs";

const LOTS = Number(process.env.BENCH_LOTS ?? 1_000_000);
const PLANS = 5;
const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * q) - 1)];
const round = (ms) => (ms >= 100 ? Math.round(ms) : Number(ms.toPrecision(3)));
const ascending = (values) => values.toSorted((a, b) => a - b);

/** Makes the lots. Their listing is written by the indexer's own statement. */
export async function makeLots(psql, databaseUrl) {
  const upsert = readFileSync(join(ROOT, "search-indexer/queries/listing/upsert.sql"), "utf8");
  const args = ["-q", "-v", `lots=${LOTS}`, "-v", `upsert=${upsert}`, "-f", join(import.meta.dirname, "generate.sql"), databaseUrl];
  console.error(`search: making ${LOTS} lots`);
  await run(psql, args, { maxBuffer: 1 << 24 });
}

let asked = 0;
// Not fetch: it sends a body apart from its head, and then waits 40 ms for the first to be acknowledged.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Asks one search; gives the milliseconds until its answer is read, and what it says. */
async function ask(server, { page, body }) {
  asked += 1;
  const sent = JSON.stringify(body);
  const since = performance.now();
  const answer = await new Promise((resolve, reject) => {
    const asking = request(`${server.url}/api/lots/search?pageSize=20&pageNumber=${page}`, {
      method: "POST",
      agent,
      headers: {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(sent),
        // Everybody searches from an address of his own, as the limits want it.
        "X-Forwarded-For": `10.9.${(asked >> 8) & 255}.${asked & 255}`,
      },
    });
    asking.on("response", resolve).on("error", reject).end(sent);
  });
  const found = await json(answer);
  const ms = performance.now() - since;
  if (answer.statusCode !== 200) throw new Error(`${sent}: ${JSON.stringify(found)}`);
  return { ms, total: found.totalCount, shown: found.items.length };
}

export async function measure(server, runs) {
  const rows = QUERIES.map((query) => ({ query, times: [] }));
  const first = [];
  for (const row of rows) {
    const { ms, total } = await ask(server, row.query);
    Object.assign(row, { total });
    first.push(ms);
  }
  for (let n = 0; n < runs; n += 1) {
    console.error(`search: run ${n + 1} of ${runs}`);
    for (const row of rows) row.times.push((await ask(server, row.query)).ms);
  }
  const line = (name, times) => {
    const sorted = ascending(times);
    return `| ${name} | ${[0.5, 0.9, 0.99, 1].map((q) => round(quantile(sorted, q))).join(" | ")} |`;
  };
  const all = rows.flatMap((row) => row.times);
  console.log(`\nPOST /api/lots/search, ${rows.length} searches over ${LOTS} lots, one at a time, ${runs} runs, ms\n`);
  console.log("| | p50 | p90 | p99 | most |\n|---|---|---|---|---|");
  console.log(line("the first time", first));
  console.log(line("all together", all));
  const kinds = {
    "with a text": (row) => row.query.body.searchQuery,
    "filters alone": (row) => !row.query.body.searchQuery,
    "of 10 000 or more": (row) => row.total >= 10_000,
    "past the fifth page": (row) => row.query.page > 5,
  };
  for (const [name, of] of Object.entries(kinds)) console.log(line(name, rows.filter(of).flatMap((row) => row.times)));
  const sorted = ascending(all);
  console.log("");
  for (const [name, q, goal] of [["median", 0.5, 50], ["p99", 0.99, 200]]) {
    const ms = quantile(sorted, q);
    console.log(`${name}: **${round(ms)} ms** (wanted: under ${goal}) ${ms < goal ? "✓" : "✗"}`);
  }
  for (const row of rows) row.median = quantile(ascending(row.times), 0.5);
  return rows.toSorted((a, b) => b.median - a.median);
}

/** Prints the plans of the slowest, as the database ran them. The server must have been started after `explain`. */
export async function plans(server, slowest, log) {
  for (const { query, median, total } of slowest.slice(0, PLANS)) {
    const before = readFileSync(log, "utf8").length;
    await ask(server, query);
    console.log(`\n### ${round(median)} ms, ${total} found: page ${query.page} of ${JSON.stringify(query.body)}\n`);
    const entries = readFileSync(log, "utf8").slice(before).split(/^(?=\S.*LOG: {2}duration: )/m);
    for (const entry of entries.filter((text) => text.includes("lot_listing"))) {
      console.log("```\n" + entry.trim() + "\n```");
    }
  }
}

/** From now on every statement of a new session that takes long is explained in the database's log. */
export async function explain(psql, databaseUrl) {
  const database = new URL(databaseUrl).pathname.slice(1);
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "5",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_buffers": "on",
  };
  const sets = Object.entries(settings).map(([name, value]) => `alter database ${database} set ${name} = '${value}'`);
  await run(psql, ["-q", "-v", "ON_ERROR_STOP=1", "-c", sets.join(";"), databaseUrl]);
}
