// Measures the search over a million lots: generates them (generate.sql), repeats 200 searches (queries.mjs) one at a time, and
// prints the query plans of the slowest. With MEILI_BIN, Meilisearch answers the same searches beside PostgreSQL.
import { execFile, execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { until } from "../../faults/wait.mjs";
import { KEYSTROKES, QUERIES } from "./queries.mjs";

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
const agent = new Agent({ keepAlive: true, maxSockets: 2 });

/** Sends a request. Returns the milliseconds until its response is read, and the response. */
async function timed(server, method, path, sent = "") {
  searches += 1;
  const since = performance.now();
  const response = await new Promise((resolve, reject) => {
    const outgoing = request(server.url + path, {
      method,
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
  if (response.statusCode !== 200) throw new Error(`${path} ${sent}: ${JSON.stringify(found)}`);
  return { ms, found };
}

/** Runs one search, or its counts. Returns the milliseconds until its response is read, and what it found. */
async function runSearch(server, { page, body }, path = "") {
  const search = `/api/lots/search${path || `?pageSize=20&pageNumber=${page}`}`;
  const { ms, found } = await timed(server, "POST", search, JSON.stringify(body));
  return { ms, total: found.totalCount, items: found.items };
}

/** Runs the searches, their counts and the suggestions `runs` times. `name` is the backend's. */
export async function measure(name, server, runs) {
  const rows = QUERIES.map((query) => ({ query, times: [], counts: [], pages: [] }));
  const [first, suggestions] = [[], []];
  for (const row of rows) {
    const { ms, total } = await runSearch(server, row.query);
    Object.assign(row, { total });
    first.push(ms);
  }
  for (let n = 0; n < runs; n += 1) {
    console.error(`search: ${name}, run ${n + 1} of ${runs}`);
    for (const row of rows) {
      row.times.push((await runSearch(server, row.query)).ms);
      row.counts.push((await runSearch(server, row.query, "/counts")).ms);
      // As a list asks for both.
      const both = await Promise.all([runSearch(server, row.query), runSearch(server, row.query, "/counts")]);
      row.pages.push(Math.max(...both.map(({ ms }) => ms)));
    }
    for (const text of KEYSTROKES) {
      const { ms } = await timed(server, "GET", `/api/search/suggest?q=${encodeURIComponent(text)}`);
      suggestions.push(ms);
    }
  }
  for (const row of rows) row.median = quantile(ascending(row.times), 0.5);
  return { name, first, rows, suggestions };
}

/** Prints what was measured of each backend side by side. */
export function report(backends, runs) {
  const cells = (times) => {
    const sorted = ascending(times);
    return [0.5, 0.9, 0.99, 1].map((q) => round(quantile(sorted, q))).join(" | ");
  };
  const kinds = {
    all: () => true,
    "with a text": (row) => row.query.body.searchQuery,
    "filters alone": (row) => !row.query.body.searchQuery,
    "10 000 results or more": (row) => row.total >= 10_000,
    "beyond page 5": (row) => row.query.page > 5,
  };
  const line = (name, timesOf) => console.log(`| ${name} | ${backends.map((backend) => cells(timesOf(backend))).join(" | ")} |`);
  console.log(`\nPOST /api/lots/search, ${QUERIES.length} searches over ${LOTS} lots, one at a time, ${runs} runs, ms\n`);
  console.log(`| | ${backends.map(({ name }) => `${name} p50 | p90 | p99 | max`).join(" | ")} |\n|${"---|".repeat(1 + 4 * backends.length)}`);
  line("first run", ({ first }) => first);
  for (const [name, matches] of Object.entries(kinds)) line(name, ({ rows }) => rows.filter(matches).flatMap(({ times }) => times));
  line("counts beside the filters", ({ rows }) => rows.flatMap(({ counts }) => counts));
  line("a search and its counts, at once", ({ rows }) => rows.flatMap(({ pages }) => pages));
  line(`suggestions, ${KEYSTROKES.length} keystrokes`, ({ suggestions }) => suggestions);
  console.log("");
  const wanted = [
    ["searches", ({ rows }) => rows.flatMap(({ times }) => times), 20, 100],
    ["searches with their counts", ({ rows }) => rows.flatMap(({ pages }) => pages), 20, 100],
    ["suggestions", ({ suggestions }) => suggestions, 15, 60],
  ];
  for (const backend of backends) {
    for (const [what, timesOf, p50, p99] of wanted) {
      const sorted = ascending(timesOf(backend));
      for (const [quantileName, q, target] of [["p50", 0.5, p50], ["p99", 0.99, p99]]) {
        const ms = quantile(sorted, q);
        console.log(`${backend.name}, ${what}, ${quantileName}: **${round(ms)} ms** (target: under ${target}) ${ms < target ? "✓" : "✗"}`);
      }
    }
  }
}

/** The searches of a backend, slowest first. */
export const slowest = ({ rows }) => rows.toSorted((a, b) => b.median - a.median);

/** Builds the index of Meilisearch. Prints how long it takes, and what it takes of disk and memory. */
export async function buildIndex(server, meilisearch) {
  console.error("search: building the index");
  const since = performance.now();
  server.read("search", "rebuild");
  const seconds = (performance.now() - since) / 1000;
  const disk = Number(execFileSync("du", ["-sm", meilisearch.data], { encoding: "utf8" }).split("\t")[0]);
  const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${meilisearch.pid}/status`, "utf8"))[1]) >> 10;
  console.log(`\nMeilisearch: ${LOTS} lots in ${seconds.toFixed(0)} s (${round(LOTS / seconds)} a second), ${disk} MB of disk, ${memory} MB of memory at most`);
}

/** Waits until this backend answers. */
export const servedBy = (server, name) =>
  until(`${name} answers`, async () => (await (await fetch(`${server.url}/readyz`)).text()).includes(`search: ${name}`));

const CHANGES_A_SECOND = 200;
const MARKS = 60;

/** Gives lots new words while others change, and prints how long it takes until each is found. */
export async function freshness(name, server, pgbench, databaseUrl, work) {
  const folder = mkdtempSync(join(work, "freshness-"));
  writeFileSync(
    join(folder, "change.sql"),
    `\\set lot random(1, ${LOTS})
begin; update lot set top = 1 - sign(top) where id = :lot; insert into outbox (topic, key) values ('lot', :lot); commit;\n`,
  );
  const args = ["-n", "-c", "2", "-R", String(CHANGES_A_SECOND), "-T", "3600", "-f", "change.sql", databaseUrl];
  const changing = execFile(pgbench, args, { cwd: folder });
  const { stdout } = await run(join(pgbench, "../psql"), ["-Atc", `select lot_id from lot_listing where not is_hidden order by hashint8(lot_id) limit ${MARKS}`, databaseUrl]);
  const times = [];
  for (const lot of stdout.trim().split("\n")) {
    const word = Array.from({ length: 14 }, () => "бвгджзклмнпрст"[randomInt(14)]).join("");
    const change = `update lot set title_ru = '${word}' where id = ${lot}; insert into outbox (topic, key) values ('lot', '${lot}')`;
    await run(join(pgbench, "../psql"), ["-q1c", change, databaseUrl]);
    const since = performance.now();
    await until("the new word is found", async () => {
      const { items } = await runSearch(server, { page: 1, body: { searchQuery: word } });
      return items.some(({ id }) => String(id) === lot);
    }, { everyMs: 10 });
    times.push(performance.now() - since);
  }
  changing.kill();
  const sorted = ascending(times);
  const [p50, p99] = [0.5, 0.99].map((q) => round(quantile(sorted, q)));
  console.log(`${name}: a change is found after p50 ${p50}, p99 ${p99} ms, while ${CHANGES_A_SECOND} lots a second change`);
}

/** Prints the executed plans of the slowest searches. Restart the server after `explain` first. */
export async function plans(server, searched, log) {
  for (const { query, median, total } of searched.slice(0, PLANS)) {
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
