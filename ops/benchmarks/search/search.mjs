// Measures the latency of search over a million lots: generates them (generate.sql), repeats 200 searches (queries.mjs) one
// at a time, and prints the query plans of the slowest.
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

/** Generates the lots. The indexer's own statement writes their listing rows. */
export async function makeLots(psql, databaseUrl) {
  const upsert = readFileSync(join(ROOT, "search-indexer/queries/listing/upsert.sql"), "utf8");
  const args = ["-q", "-v", `lots=${LOTS}`, "-v", `upsert=${upsert}`, "-f", join(import.meta.dirname, "generate.sql"), databaseUrl];
  console.error(`search: generating ${LOTS} lots`);
  await run(psql, args, { maxBuffer: 1 << 24 });
}

let searches = 0;
// Not fetch: it sends the headers and the body separately, and the body waits 40 ms for the headers' TCP acknowledgement.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Runs one search. Returns the milliseconds until its response is read, and the counts it reports. */
async function runSearch(server, { page, body }) {
  searches += 1;
  const sent = JSON.stringify(body);
  const since = performance.now();
  const response = await new Promise((resolve, reject) => {
    const outgoing = request(`${server.url}/api/lots/search?pageSize=20&pageNumber=${page}`, {
      method: "POST",
      agent,
      headers: {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(sent),
        // Each search comes from a different address, to stay within the rate limits.
        "X-Forwarded-For": `10.9.${(searches >> 8) & 255}.${searches & 255}`,
      },
    });
    outgoing.on("response", resolve).on("error", reject).end(sent);
  });
  const found = await json(response);
  const ms = performance.now() - since;
  if (response.statusCode !== 200) throw new Error(`${sent}: ${JSON.stringify(found)}`);
  return { ms, total: found.totalCount, shown: found.items.length };
}

export async function measure(server, runs) {
  const rows = QUERIES.map((query) => ({ query, times: [] }));
  const first = [];
  for (const row of rows) {
    const { ms, total } = await runSearch(server, row.query);
    Object.assign(row, { total });
    first.push(ms);
  }
  for (let n = 0; n < runs; n += 1) {
    console.error(`search: run ${n + 1} of ${runs}`);
    for (const row of rows) row.times.push((await runSearch(server, row.query)).ms);
  }
  const line = (name, times) => {
    const sorted = ascending(times);
    return `| ${name} | ${[0.5, 0.9, 0.99, 1].map((q) => round(quantile(sorted, q))).join(" | ")} |`;
  };
  const all = rows.flatMap((row) => row.times);
  console.log(`\nPOST /api/lots/search, ${rows.length} searches over ${LOTS} lots, one at a time, ${runs} runs, ms\n`);
  console.log("| | p50 | p90 | p99 | max |\n|---|---|---|---|---|");
  console.log(line("first run", first));
  console.log(line("all", all));
  const kinds = {
    "with a text": (row) => row.query.body.searchQuery,
    "filters alone": (row) => !row.query.body.searchQuery,
    "10 000 results or more": (row) => row.total >= 10_000,
    "beyond page 5": (row) => row.query.page > 5,
  };
  for (const [name, matches] of Object.entries(kinds)) console.log(line(name, rows.filter(matches).flatMap((row) => row.times)));
  const sorted = ascending(all);
  console.log("");
  for (const [name, q, target] of [["median", 0.5, 50], ["p99", 0.99, 200]]) {
    const ms = quantile(sorted, q);
    console.log(`${name}: **${round(ms)} ms** (target: under ${target}) ${ms < target ? "✓" : "✗"}`);
  }
  for (const row of rows) row.median = quantile(ascending(row.times), 0.5);
  return rows.toSorted((a, b) => b.median - a.median);
}

/** Prints the executed plans of the slowest searches. Restart the server after `explain` first. */
export async function plans(server, slowest, log) {
  for (const { query, median, total } of slowest.slice(0, PLANS)) {
    const before = readFileSync(log, "utf8").length;
    await runSearch(server, query);
    console.log(`\n### ${round(median)} ms, ${total} found: page ${query.page} of ${JSON.stringify(query.body)}\n`);
    const entries = readFileSync(log, "utf8").slice(before).split(/^(?=\S.*LOG: {2}duration: )/m);
    for (const entry of entries.filter((text) => text.includes("lot_listing"))) {
      console.log("```\n" + entry.trim() + "\n```");
    }
  }
}

/** Makes the database log the plan of every slow statement of the sessions that start from now on. */
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
