// Imports with pictures, and picture bombs, while visitors look at new pictures and people bid. With BEFORE, the path of
// another build of the server, both get the same load, and ratios are printed.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openAsBlob, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { login } from "../faults/crowd.mjs";
import { email } from "../faults/sale.mjs";
import { freePort, Server } from "../faults/server.mjs";
import { IMPORTED, MANAGER, newLots, pictureCount, seed, TO_IMPORT, withBombs, withoutBombs } from "./seed.mjs";
import { catalogsOf, loadgen, median, newDatabase, plan, round, spread, table } from "./tools.mjs";

const { BEFORE, BENCH_WORK, DATABASE_URL, LOADGEN_BIN } = process.env;

const LOTS = 10_000;
const PICTURES = Number(process.env.BENCH_PICTURES ?? 2_000);
/** The build before imports a sample, from which the whole is extrapolated. */
const SAMPLE = Math.min(PICTURES, Number(process.env.BENCH_SAMPLE ?? 200));
const PICTURE_BYTES = 1_000_000;

/**
 * How often bets are timed without bombs and with them, by turns. What else the machine's disk does moves a bet's p99 by
 * more than the bombs, so that a single pair says nothing.
 */
const ROUNDS = Number(process.env.BENCH_RUNS ?? 5);

const BIDDERS = 20;
/** Each bids, waits for the answer, and bids again after this. */
const BET_PAUSE_MS = 250;
/** New pictures a second during an import, each looked at by one visitor. */
const LOOKS_PER_SECOND = 2;
/** New pictures a second during the attack, each looked at by ten of fifty visitors at once. */
const ATTACK_LOOKS = ["--rate", "5", "--visitors", "10"];
const ATTACK_SECONDS = 18;
/** USER_HZ of Linux, the unit of processor times in /proc. */
const TICKS = 100;
const BOMBS = 6;
const BOMB = join(import.meta.dirname, "../../api/pictures/codec/src/fixtures/bomb.png");

/** A memory figure of a process from /proc, in megabytes. */
const memory = (pid, key) => Number(new RegExp(`${key}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
/** Processor time that a process has taken, in seconds. Unlike time, it hardly depends on what else the machine does. */
const processor = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
};
/** Waits until what the benchmark wrote is on the disk, so that bets do not wait for it. */
const settle = () => execFileSync("sync");
/** Resets the peak memory (VmHWM) that the kernel reports for a process. */
const resetPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, "5");

export async function pictures() {
  const photos = ["photos", "--picture-bytes", `${PICTURE_BYTES}`];
  await loadgen([...photos, "--count", `${pictureCount(newLots(ROUNDS))}`, "--out", join(BENCH_WORK, "photos")]);
  const measured = {};
  if (BEFORE) {
    const databaseUrl = await newDatabase("before");
    measured.before = await of({ name: "before", binary: BEFORE, databaseUrl, count: SAMPLE, rounds: 1 });
  }
  measured.now = await of({ name: "now", databaseUrl: DATABASE_URL, count: PICTURES, rounds: ROUNDS });
  rmSync(join(BENCH_WORK, "photos"), { recursive: true });
  report(measured);
}

/** All measurements of one build. */
async function of({ name, binary, databaseUrl, count, rounds }) {
  const dataDir = join(BENCH_WORK, `pictures-${name}`);
  mkdirSync(dataDir);
  const server = new Server({
    port: await freePort(),
    databaseUrl,
    dataDir,
    binary,
    // One bidder here bets far faster than any person.
    extra: { BET_RATE_PER_SECOND: "0" },
  });
  const lots = newLots(rounds);
  writeFileSync(join(BENCH_WORK, "seed.json"), JSON.stringify(seed(2 * BIDDERS + 1, { pictures: lots })));
  await server.run("migrate");
  await server.run("seed", join(BENCH_WORK, "seed.json"));
  await server.start();
  try {
    const imported = await imports(server, name, count);
    const attack = await attacked(server, name, rounds);
    return { count, ...imported, attack };
  } finally {
    await server.kill("SIGTERM");
    rmSync(dataDir, { recursive: true });
  }
}

/** The addresses of the pictures of a catalog of new lots, in a file for the load generator. */
async function newPictures(server, title) {
  const { id } = (await catalogsOf(server)).find((catalog) => catalog.title === title);
  const paths = [];
  for (let page = 1, more = true; more; page += 1) {
    const answer = await fetch(`${server.url}/api/catalog/${id}/lots?pageSize=100&pageNumber=${page}`);
    const { items, hasNext } = await answer.json();
    more = hasNext;
    paths.push(...items.map(({ img }) => img.preview));
  }
  const path = join(BENCH_WORK, "new-pictures.json");
  writeFileSync(path, JSON.stringify(paths));
  return path;
}

/** Visitors look at new pictures until `stop` is called, which returns their figures. */
async function visitors(server, title, args) {
  const paths = await newPictures(server, title);
  const child = spawn(LOADGEN_BIN, ["looks", "--host", new URL(server.url).host, "--paths", paths, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (data) => { output += data; });
  const exited = once(child, "exit");
  return {
    stop: async () => {
      child.stdin.end();
      await exited;
      return JSON.parse(output);
    },
  };
}

// ---- an import

/** Runs one import. Returns its duration, the times at which the upload ended and each stage began, and the report; in seconds. */
async function importOnce(server, token, catalogId, path, query) {
  const form = new FormData();
  form.append("file", await openAsBlob(path), "лоты.zip");
  const begun = performance.now();
  const response = await fetch(`${server.url}/api/catalog/${catalogId}/import${query}`, {
    method: "POST",
    headers: { "x-token": token },
    body: form,
  });
  if (response.status !== 200) throw new Error(`the import returned ${response.status}: ${await response.text()}`);
  const seconds = () => (performance.now() - begun) / 1000;
  const stages = { upload: seconds() };
  let [rest, end] = ["", null];
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines.map((text) => JSON.parse(text))) {
      if (line.stage) stages[line.stage] ??= seconds();
      else end = line;
    }
  }
  if (end.problem) throw new Error(`the import failed: ${JSON.stringify(end.problem)}`);
  return { total: seconds(), stages, report: end.result };
}

async function imports(server, build, count) {
  const { token } = await login(server.url, MANAGER.email, "10.7.1.1");
  const path = join(BENCH_WORK, "import.zip");
  const archive = (pictures) =>
    loadgen(["archive", "--lots", `${LOTS}`, "--pictures", `${pictures}`, "--picture-bytes", `${PICTURE_BYTES}`, "--out", path]);
  const rows = [];
  const importInto = async (name, key, query = "") => {
    console.error(`import, ${build}: ${name}`);
    const { items } = await (await fetch(`${server.url}/api/catalog/house/1?pageSize=100`, { headers: { "x-token": token } })).json();
    const catalogId = items.find(({ title }) => title === key).id;
    resetPeak(server.pid);
    const before = memory(server.pid, "VmRSS");
    const spent = processor(server.pid);
    const { total, stages, report } = await importOnce(server, token, catalogId, path, query);
    const peak = memory(server.pid, "VmHWM");
    const cpu = processor(server.pid) - spent;
    const working = total - stages.upload;
    const pictures = report.pictures.found ? (stages.saving ?? total) - stages.pictures : null;
    rows.push([
      name,
      `${report.new} / ${report.changed} / ${report.unchanged}`,
      round(stages.upload),
      pictures === null ? "–" : round(pictures),
      round(working),
      round(cpu),
      round(report.rowsRead / working),
      Math.round(before),
      Math.round(peak),
    ]);
    return { pictures, peak, cpu };
  };
  await archive(0);
  await importInto("table alone", IMPORTED[0]);
  await importInto("table alone, again", IMPORTED[0]);
  await archive(count);
  settle();
  const megabytes = Math.round(statSync(path).size / 1e6);
  await importInto("with pictures, dry run", IMPORTED[1], "?dryRun=true");
  const load = loadavg()[0];
  const looking = await visitors(server, TO_IMPORT, ["--rate", `${LOOKS_PER_SECOND}`]);
  const { pictures, peak, cpu } = await importInto("with pictures, while visitors look", IMPORTED[1]);
  const looks = await looking.stop();
  await importInto("with pictures, again", IMPORTED[1]);
  rmSync(path);
  table(
    `Import of ${LOTS} lots with ${count} pictures of ${PICTURE_BYTES / 1e6} MB (a ${megabytes} MB archive), ${build}; load before it ${load.toFixed(1)}`,
    ["new / changed / unchanged", "upload, s", "pictures, s", "after the upload, s", "processor, s", "rows/s", "memory before, MB", "peak, MB"],
    rows,
  );
  return { seconds: pictures, peak, cpu, looks };
}

// ---- picture bombs

/** Keeps six bombs of one account on their way until `stop` is called, which returns how often each status came. */
function bombs(server, token) {
  const file = new Blob([readFileSync(BOMB)]);
  const over = new AbortController();
  const statuses = {};
  const send = async () => {
    while (!over.signal.aborted) {
      const form = new FormData();
      form.append("file", file, "bomb.png");
      const sent = fetch(`${server.url}/api/accounts/images`, {
        method: "POST",
        headers: { "x-token": token },
        body: form,
        signal: over.signal,
      });
      const status = await sent.then((answer) => answer.status, () => "not answered");
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 429) await sleep(1000);
    }
  };
  const sending = Array.from({ length: BOMBS }, send);
  return {
    stop: async () => {
      over.abort();
      await Promise.all(sending);
      return statuses;
    },
  };
}

/** Rounds without and with bombs, the order changing, so that what drifts meets both alike. */
async function attacked(server, build, rounds) {
  const tokens = [];
  for (let n = 0; n < 2 * BIDDERS; n += 1) tokens.push((await login(server.url, email(n), `10.7.0.${n + 1}`)).token);
  const attacker = (await login(server.url, email(2 * BIDDERS), "10.7.2.1")).token;
  const rooms = (await catalogsOf(server)).filter(({ title }) => title.startsWith("Зал"));
  const part = async (title, bombed) => {
    console.error(`bombs, ${build}: ${title} of ${rounds}`);
    const load = loadavg()[0];
    const path = await plan(server, tokens, rooms.slice(0, 5).map(({ id }) => id));
    resetPeak(server.pid);
    settle();
    const attack = bombed ? bombs(server, attacker) : null;
    const looking = await visitors(server, title, ATTACK_LOOKS);
    const bets = await loadgen([
      ...["bets", "--host", new URL(server.url).host, "--plan", path, "--connections", `${BIDDERS}`],
      ...["--pause-ms", `${BET_PAUSE_MS}`, "--warm-up-s", "1", "--seconds", `${ATTACK_SECONDS}`],
    ]);
    const looks = await looking.stop();
    const answers = attack ? await attack.stop() : {};
    return { looks, bets, answers, load, peak: memory(server.pid, "VmHWM") };
  };
  const attack = { calm: [], bombed: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const calm = async () => attack.calm.push(await part(withoutBombs(round), false));
    const bombed = async () => attack.bombed.push(await part(withBombs(round), true));
    for (const run of round % 2 ? [calm, bombed] : [bombed, calm]) await run();
  }
  return attack;
}

// ---- the report

/** How often each status came in all rounds. */
function totals(counts) {
  const sums = {};
  for (const [status, count] of counts.flatMap(Object.entries)) sums[status] = (sums[status] ?? 0) + count;
  return Object.entries(sums).map(([status, count]) => `${status}: ${count}`).join(", ");
}
const sum = (values) => values.reduce((whole, value) => whole + value, 0);
const failures = (looks) => {
  const failed = sum(looks.map((part) => part.failed));
  return failed === 0 ? 0 : `${failed} (${totals(looks.map(({ statuses }) => statuses))})`;
};
/** Without a single view there is no p99. */
const viewsP99 = ({ looks, failed, p99_ms }) => (looks > failed ? p99_ms : Number.POSITIVE_INFINITY);

function report({ before, now }) {
  const builds = Object.entries({ before, now }).filter(([, measured]) => measured);
  table(
    `Views of new pictures during the import, ${LOOKS_PER_SECOND} a second`,
    ["looks", "failed", "smaller at first", "p50, ms", "p99, ms", "most, ms"],
    builds.map(([name, { looks }]) => [
      name,
      ...[looks.looks, failures([looks]), looks.smaller, round(looks.p50_ms), round(looks.p99_ms), round(looks.max_ms)],
    ]),
  );
  table(
    `${BOMBS} picture bombs of one account while 50 visitors look at new pictures and ${BIDDERS} people bid, medians of all rounds [min–max]`,
    ["rounds", "load", "looks", "failed", "smaller at first", "view p50, ms", "view p99, ms", "bets", "bet p50, ms", "bet p99, ms", "peak, MB", "answers to bombs"],
    builds.flatMap(([name, { attack }]) =>
      Object.entries(attack).map(([key, parts]) => {
        const looks = parts.map((part) => part.looks);
        const figures = parts.map(({ load, looks, bets }) => ({
          load,
          viewP50: looks.p50_ms,
          viewP99: looks.p99_ms,
          betP50: bets.p50_ms,
          betP99: bets.p99_ms,
        }));
        return [
          `${name}, ${key === "calm" ? "without bombs" : "with bombs"}`,
          parts.length,
          spread(figures, "load"),
          ...[sum(looks.map((part) => part.looks)), failures(looks), sum(looks.map(({ smaller }) => smaller))],
          ...[spread(figures, "viewP50"), spread(figures, "viewP99")],
          sum(parts.map(({ bets }) => bets.accepted)),
          ...[spread(figures, "betP50"), spread(figures, "betP99")],
          Math.round(Math.max(...parts.map(({ peak }) => peak))),
          totals(parts.map(({ answers }) => answers)) || "–",
        ];
      }),
    ),
  );
  const wanted = (name, value, most, unit) =>
    console.log(`${name}: **${round(value)}** ${unit} (target: at most ${most}) ${value <= most ? "✓" : "✗"}`);
  const { calm, bombed } = now.attack;
  const slower = bombed.map(({ bets }, index) => bets.p99_ms - calm[index].bets.p99_ms);
  console.log("");
  wanted(`${now.count} pictures`, now.seconds, (now.count * 120) / 2_000, "s");
  wanted("views during the import, p99", viewsP99(now.looks), 150, "ms");
  wanted("views that failed", now.looks.failed + sum([...calm, ...bombed].map(({ looks }) => looks.failed)), 0, "");
  wanted("memory during the import", now.peak, 600, "MB");
  wanted("views under bombs, p99, worst round", Math.max(...bombed.map(({ looks }) => viewsP99(looks))), 300, "ms");
  wanted(`bets under bombs, p99, slower by (median of ${slower.length}: ${slower.map(round).join(", ")})`, median(slower), 5, "ms");
  if (!before) return;
  const bombedP99 = ({ attack }) => median(attack.bombed.map(({ looks }) => looks.p99_ms));
  const bombedPeak = ({ attack }) => Math.max(...attack.bombed.map(({ peak }) => peak));
  const whole = (measured) => (measured.seconds / measured.count) * PICTURES;
  if (before.count < PICTURES) {
    console.log(`\nThe build before imported ${before.count} pictures; ${PICTURES} would take ${round(whole(before))} s.`);
  }
  console.log(`\nbefore / now: time of an import **${round(whole(before) / whole(now))}**, views' p99 during it ` +
    `**${round(before.looks.p99_ms / now.looks.p99_ms)}**, processor time a picture ` +
    `**${round(before.cpu / before.count / (now.cpu / now.count))}**, memory **${round(before.peak / now.peak)}**; under bombs views' p99 ` +
    `**${round(bombedP99(before) / bombedP99(now))}**, memory **${round(bombedPeak(before) / bombedPeak(now))}**`);
}
