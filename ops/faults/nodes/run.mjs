// Three nodes share a site while 200 people bid in 30 sales, and a seed decides what befalls nodes, links, Redis and clocks, in
// which order. Everything that clients saw is written down for the checker (check.mjs), which then judges the run.
//
// Called by ./ops/chaos, which says what the options do.
import { fork, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { login } from "../crowd.mjs";
import { ADMIN, catalog, crowd as people, house, lot } from "../sale.mjs";
import { until } from "../wait.mjs";
import { Auctioneer } from "./auctioneer.mjs";
import { median } from "./check.mjs";
import { FAULTS, strike } from "./faults.mjs";
import { draw, KINDS, NODES, told } from "./plan.mjs";
import { Site } from "./site.mjs";

const BIDDERS = 200;
/** Sales that run in parallel, some conducted by hand so that hammers fall. */
const PARALLEL = 24;
const BY_HAND = 6;
const LOTS_IN_PARALLEL = 3;
const ROOMS_EACH = 4;
/** Processes that the bidders are in. */
const PROCESSES = 2;
/** A site that does not take bets in every room this long after a fault does not recover by itself. */
const WELL_WITHIN_MS = 30_000;
/** Undisturbed bidding before the first fault. */
const CALM_MS = 4000;
const TRUTH_WITHIN_MS = 12_000;

const { values: options } = parseArgs({
  options: { minutes: { type: "string", default: "2" }, seed: { type: "string" }, kinds: { type: "string" }, folder: { type: "string" } },
});
const minutes = Number(options.minutes);
const seed = options.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(options.seed);

function sales() {
  const lotsByHand = Math.ceil(minutes * 5) + 10;
  const parallel = Array.from({ length: PARALLEL }, (_, n) => catalog(`parallel${n}`, 1, "+6h"));
  const byHand = Array.from({ length: BY_HAND }, (_, n) => catalog(`classic${n}`, 0, null));
  const lots = (key, count) => Array.from({ length: count }, (_, n) => lot(key, n + 1));
  return {
    brand: null,
    categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
    people: [ADMIN, ...people(BIDDERS)],
    houses: [house(BIDDERS)],
    catalogs: [...parallel, ...byHand],
    lots: [...parallel.flatMap(({ key }) => lots(key, LOTS_IN_PARALLEL)), ...byHand.flatMap(({ key }) => lots(key, lotsByHand))],
  };
}

/** A process of bidders. */
class Crowd {
  #child;
  #waiting = new Map();

  constructor(details, onDecided, onFailed) {
    this.#child = fork(join(import.meta.dirname, "crowd.mjs"), [JSON.stringify(details)]);
    this.#child.on("message", ({ decided, done, failed }) => {
      if (decided) onDecided(decided);
      if (done) this.#waiting.get(done)?.();
      if (failed) onFailed(new Error(failed));
    });
    this.#child.on("exit", (code) => { if (code !== 0) onFailed(new Error(`a crowd exited with ${code}`)); });
  }

  ask(act, details = {}) {
    return new Promise((resolve) => {
      this.#waiting.set(act, resolve);
      this.#child.send({ act, ...details });
    });
  }

  kill() {
    this.#child.kill();
  }
}

const folder = options.folder ?? mkdtempSync(join(process.env.CHAOS_DATA ?? tmpdir(), "chaos-"));
mkdirSync(folder, { recursive: true });
const site = new Site(folder, process.env.SERVER_BIN, { shiftsClocks: Boolean(process.env.FAKETIME_LIBRARY) });
const crowds = [];
const faults = [];
const remarks = [];
/** By room: when the newest accepted bet was asked for, and when it was answered. */
const accepted = new Map();
let acceptedBets = 0;
/** Called with every command that a room decided. */
let watch = () => {};

const began = Date.now();
const log = (text) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`);
let abandon;
const abandoned = new Promise((_, reject) => { abandon = reject; });
abandoned.catch(() => {});
// By default Node.js would exit and leave the servers running.
for (const failure of ["uncaughtException", "unhandledRejection"]) process.on(failure, abandon);

function onDecided(bet) {
  watch(bet);
  if (!bet.isAccepted) return;
  acceptedBets += 1;
  if (bet.asked > (accepted.get(bet.room)?.asked ?? 0)) accepted.set(bet.room, bet);
}

/** Waits until every room has accepted a bet asked for from now on. */
async function everyRoomTakesBets(rooms) {
  const since = Date.now();
  const waiting = () => rooms.filter(({ id }) => !(accepted.get(id)?.asked > since));
  await until("every room takes bets", () => waiting().length === 0, { timeoutMs: WELL_WITHIN_MS }).catch(() => {
    remarks.push(`${waiting().length} rooms take no bets ${WELL_WITHIN_MS / 1000} s after the fault`);
  });
}

/** The fault as it is drawn, unless that would move the rooms of a node that has none: then another node gets it. */
function aimed(fault) {
  if (!FAULTS[fault.kind].moves) return fault;
  const candidates = Array.from({ length: NODES }, (_, m) => (fault.node + m) % NODES);
  return { ...fault, node: candidates.find((node) => site.roomsOf(node).length > 0) };
}

/** One fault, or two that meet. */
async function disturb(plan, rooms) {
  const drawn = plan.map(aimed);
  const owners = new Map([...site.owners()].map(([id, { node }]) => [id, node]));
  const from = Date.now();
  const struck = drawn.map((fault) => {
    const { moves = false, isBlind = false } = FAULTS[fault.kind];
    const own = moves ? site.roomsOf(fault.node).map((room) => ({ room, ms: null })) : [];
    return { ...fault, from, to: Infinity, moves, isBlind, rooms: own, longestMs: 0 };
  });
  faults.push(...struck);
  watch = ({ room, asked, answered, waitedMs = 0 }) => {
    for (const fault of struck) {
      fault.longestMs = Math.max(fault.longestMs, waitedMs);
      const own = fault.rooms.find((one) => one.room === room);
      if (own && own.ms === null && asked > from) own.ms = answered - from;
    }
  };
  log(drawn.map(told).join("; "));
  await Promise.all(struck.map((fault) => strike(site, fault).then(() => { fault.to = Date.now(); })));
  await until("every node is ready", () => site.ready.every(Boolean), { timeoutMs: WELL_WITHIN_MS }).catch(() => {
    const not = site.ready.flatMap((ready, n) => (ready ? [] : [`node ${n + 1} (${site.answers[n]})`]));
    remarks.push(`${not.join(", ")} not ready ${WELL_WITHIN_MS / 1000} s after: ${drawn.map(told).join("; ")}`);
  });
  await everyRoomTakesBets(rooms);
  const now = site.owners();
  for (const fault of struck) {
    const away = fault.rooms.map(({ ms }) => ms).filter((ms) => ms !== null);
    const back = away.length > 0 ? `, ${away.length} rooms back after ${seconds(median(away))} (last ${seconds(Math.max(...away))})` : "";
    log(`  over${back}; no bet waited longer than ${seconds(fault.longestMs)}`);
    const taken = fault.rooms.filter(({ room }) => now.get(room).node === fault.node);
    if (fault.kind === "suspend" && taken.length > 0) remarks.push(`node ${fault.node + 1} took ${taken.length} rooms back when it went on`);
  }
  if (struck.every(({ kind }) => FAULTS[kind].keeps)) {
    const moved = [...owners].filter(([id, node]) => now.get(id).node !== node);
    if (moved.length > 0) remarks.push(`${moved.length} rooms moved: ${drawn.map(told).join("; ")}`);
  }
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

async function run() {
  await site.start(sales());
  const admin = (await login(site.nodes[0].url, ADMIN.email, "10.8.0.1")).token;
  const listed = await (await fetch(`${site.url}/api/catalog?scope=current&pageSize=100`)).json();
  const rooms = await Promise.all(
    listed.items.map(async ({ id, catalogType }) => {
      const { items } = await (await fetch(`${site.url}/api/catalog/${id}/lots?pageSize=100`)).json();
      return { id, classic: catalogType === 0, lots: items.map((item) => item.id) };
    }),
  );
  for (let n = 0; n < PROCESSES; n += 1) {
    const own = Array.from({ length: BIDDERS }, (_, m) => m).filter((m) => m % PROCESSES === n);
    const details = { url: site.url, loginUrl: site.nodes[n % NODES].url, seed, people: own, rooms, roomsEach: ROOMS_EACH, file: join(folder, `crowd-${n}.jsonl`) };
    crowds.push(new Crowd(details, onDecided, abandon));
  }
  const all = (act, details) => Promise.race([Promise.all(crowds.map((crowd) => crowd.ask(act, details))), abandoned]);
  await all("arrive");
  log(`${BIDDERS} bidders are in ${rooms.length} rooms; faults of seed ${seed} for ${minutes} min`);
  const auctioneer = new Auctioneer(site.url, admin, (act) => watch(act));
  auctioneer.start(rooms.filter(({ classic }) => classic));
  await all("start");
  await everyRoomTakesBets(rooms);
  for (let n = 0; n < NODES; n += 1) if (site.roomsOf(n).length === 0) remarks.push(`node ${n + 1} has no rooms`);
  await pause(CALM_MS);

  const kinds = (options.kinds?.split(",") ?? Object.keys(KINDS)).filter((kind) => kind !== "clock shifted" || site.shiftsClocks);
  const end = Date.now() + minutes * 60_000;
  for (const drawn of draw(seed, kinds)) {
    await Promise.race([disturb(drawn, rooms), abandoned]);
    if (Date.now() >= end) break;
  }
  await auctioneer.stop();
  await all("settle");
  const lots = await site.ask("select catalog_id as room, lot_id as lot, version from lot_trade");
  const newest = {};
  for (const { room, lot: id, version } of lots) (newest[room] ??= []).push([Number(id), Number(version)]);
  await all("know", { newest, ms: TRUTH_WITHIN_MS });
  const ended = Date.now();
  await all("leave");
  await report(rooms, lots, ended);
}

async function report(rooms, lots, ended) {
  const commands = await site.ask(
    `select catalog_id as room, seq, account_id as account, idempotency_key as key, outcome, events,
            extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000 as stored
     from room_command order by catalog_id, seq`,
  );
  const number = (value) => (value === null ? null : Number(value));
  const journal = {
    commands: commands.map((row) => ({ ...row, room: Number(row.room), seq: Number(row.seq), account: number(row.account), stored: Number(row.stored) })),
    lots: lots.map(({ room, lot: id, version }) => ({ room: Number(room), lot: Number(id), version: Number(version) })),
  };
  writeFileSync(join(folder, "run.json"), JSON.stringify({ seed, journal, faults, routes: site.routes, remarks, ended }));
  const back = faults.flatMap((fault) => (fault.moves ? fault.rooms.map(({ ms }) => ms) : [])).filter((ms) => ms !== null);
  const hammers = journal.commands.flatMap(({ events }) => events).filter(({ hammer }) => hammer?.sold).length;
  log(`${faults.length} faults, ${acceptedBets} bets accepted, ${hammers} lots sold in ${rooms.length} rooms`);
  if (back.length > 0) log(`${back.length} times a room was back: median ${seconds(median(back))}, last ${seconds(Math.max(...back))}`);
}

/** What check.mjs exits with, or this if the run did not come to it. */
let code = 3;
const stopped = new Promise((_, reject) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
});
try {
  await Promise.race([run(), stopped, abandoned]);
  const checked = spawnSync(process.execPath, [join(import.meta.dirname, "check.mjs"), folder], { stdio: "inherit" });
  code = checked.status ?? code;
} catch (error) {
  console.error(error);
} finally {
  for (const crowd of crowds) crowd.kill();
  await site.stop();
  if (!options.folder) rmSync(folder, { recursive: true, force: true });
  if (code !== 0) console.log(`seed ${seed}`);
}
process.exit(code);
