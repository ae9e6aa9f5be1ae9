// The checker: reads what the clients of a run wrote down and what the journal holds, and says which promises were broken.
//
//   node check.mjs FOLDER     prints the findings; exits with 4 if a promise was broken, with 2 if only one that a slow machine
//                             can break too; Node.js itself exits with 1 when a program fails
//
// It knows only the server's protocol: a broken promise shows up in what clients received.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Every promise, by the name that findings carry. */
export const PROMISES = {
  answered: "a bet that was answered is stored as it was answered",
  once: "a request is decided once, and a repeated one gets the first answer",
  rising: "prices and versions only rise",
  stored: "no client sees a bet before it is stored",
  same: "clients that see the same version see the same state",
  fresh: "no answer is older than what any client knew when the request was sent",
  winner: "a lot has one winner, and no bet after the hammer",
  truth: "every client knows the truth within 12 s",
  back: "rooms are back within 10 s, half of them within 7",
  well: "the site recovers by itself from each fault",
};

/** Promises of times. */
const TIMELY = ["truth", "back", "well"];
/** How late the truth may reach a client. */
const TRUTH_WITHIN_MS = 12_000;
const BACK_WITHIN_MS = 10_000;
const HALF_BACK_WITHIN_MS = 7000;
/** The owner of a room learns of its own commit a moment after the others can read it. */
const MOMENT_MS = 250;
/** Clients write down whole milliseconds. */
const ROUNDING_MS = 2;
/** The number of `Sold` in the protocol. */
export const SOLD = 2;

/** Answers that say that nothing happened, or that nobody knows. Everything else needs a reason. */
const NO_ANSWER = [null, 408, 429, 503, 504];
const NOT_LET_IN = ["unavailable", "too_many_requests", "timeout"];

export const betId = (room, number) => room * 2 ** 24 + number;

/** Findings of one run: `{ promise, text }`, in the order of the promises. */
export function check(history) {
  const facts = new Facts(history);
  const found = [answered, once, rising, stored, same, fresh, winner, truth, back, well].flatMap((look) => {
    const texts = look(facts);
    return texts.map((text) => ({ promise: look.name, text }));
  });
  return found;
}

class Facts {
  constructor({ events, journal, faults = [], routes = [], remarks = [], ended }) {
    Object.assign(this, { journal, faults, routes, remarks, ended });
    const of = (kind) => events.filter((event) => event.kind === kind);
    this.bidders = of("bidder");
    this.bets = of("bet");
    this.joins = of("join");
    this.sessions = of("session");
    this.events = events;
    /** Every sight of a lot: in a broadcast, a snapshot or an answer. */
    this.sights = events.flatMap((event) => {
      const { client, session, t, kind } = event;
      if (kind === "lot") return [{ ...event }];
      if (kind === "join") return event.lots.map((lot) => ({ ...lot, client, session, t, kind }));
      if (kind === "bet" && event.seen) return [{ ...event.seen, client, session, t, kind }];
      return [];
    });
    /** Stored bets by id, in order. */
    this.stored = new Map();
    this.hammers = [];
    for (const command of journal.commands) {
      for (const event of command.events) {
        const [what, details] = Object.entries(event)[0];
        if (what === "bet") {
          const id = betId(command.room, details.no);
          const bet = { id, room: command.room, lot: details.lot, value: details.v, account: details.by.user, command };
          if (!this.stored.has(id)) this.stored.set(id, bet);
        }
        if (what === "hammer") this.hammers.push({ room: command.room, lot: details.lot, sold: details.sold, seq: command.seq });
      }
    }
    this.byKey = groups(journal.commands.filter(({ key }) => key !== null), ({ account, key }) => `${account} ${key}`);
  }

  /** Which node a connection led to. */
  nodeOf(port, t) {
    let node = null;
    for (const route of this.routes) if (route.port === port && route.t <= t) node = route.node;
    return node;
  }

  /** Names the node that answered, and what had happened to it. */
  blame(port, asked, t) {
    const node = this.nodeOf(port, t);
    if (node === null) return "";
    const before = this.faults.filter((fault) => fault.node === node && fault.from < t && fault.to > asked - 60_000).at(-1);
    return ` by node ${node + 1}${before ? ` (${before.kind}, ${((t - before.from) / 1000).toFixed(1)} s before)` : ""}`;
  }
}

function answered({ bets, byKey, stored }) {
  const texts = [];
  for (const bet of bets.filter(({ status }) => status === 200)) {
    if (bet.key !== null && !byKey.has(`${bet.account} ${bet.key}`)) texts.push(`${told(bet)} was answered with ${bet.code}, and is not in the journal`);
    if (!bet.bet) continue;
    const found = stored.get(bet.bet.id);
    if (!found) texts.push(`${told(bet)} was answered with bet ${bet.bet.id}, which is lost`);
    else if (found.lot !== bet.lot || found.value !== bet.value || found.account !== bet.account) {
      texts.push(`${told(bet)} was answered with bet ${bet.bet.id}, which is stored as ${found.value} by ${found.account} on lot ${found.lot}`);
    }
  }
  for (const bet of bets.filter(({ status }) => status !== 200 && !NO_ANSWER.includes(status))) {
    texts.push(`${told(bet)} was answered with ${bet.status} ${bet.code}`);
  }
  return texts;
}

function once({ bets, byKey, stored, journal }) {
  const texts = [];
  for (const [key, commands] of byKey) {
    if (commands.length > 1) texts.push(`the request ${key} is stored ${commands.length} times`);
  }
  for (const [room, commands] of groups(journal.commands, ({ room }) => room)) {
    commands.forEach(({ seq }, index) => {
      if (seq !== index + 1) texts.push(`room ${room}: entry ${index + 1} of the journal has number ${seq}`);
    });
  }
  const requests = new Map();
  for (const [key, asked] of groups(bets.filter(({ key }) => key !== null), ({ account, key }) => `${account} ${key}`)) {
    const answers = asked.filter(({ status }) => status === 200);
    if (answers.length === 0) texts.push(`${told(asked[0])} never got an answer`);
    const [first] = answers;
    for (const other of answers.slice(1)) {
      if (other.code !== first.code || other.bet?.id !== first.bet?.id) texts.push(`${told(first)} was answered with ${first.code}, and later with ${other.code}`);
    }
    if (!first?.bet) continue;
    if (requests.has(first.bet.id)) texts.push(`bet ${first.bet.id} answers two requests`);
    requests.set(first.bet.id, key);
  }
  for (const { id, account, command } of stored.values()) {
    if (account !== undefined && command.key !== null && !requests.has(id)) texts.push(`bet ${id} is stored, and its bidder was told otherwise`);
  }
  return texts;
}

function rising({ sights, events, stored, bets }) {
  const texts = [];
  const highest = new Map();
  for (const { id, lot, value } of [...stored.values()].sort((a, b) => a.id - b.id)) {
    if (value <= (highest.get(lot) ?? 0)) texts.push(`lot ${lot}: bet ${id} of ${value} is stored after one of ${highest.get(lot)}`);
    highest.set(lot, value);
  }
  // Lots' versions grow in the order of their bets.
  const versions = new Map();
  const first = new Map(bets.filter(({ bet }) => bet).map((answer) => [answer.bet.id, answer]));
  for (const [id, { seen }] of [...first].sort(([a], [b]) => a - b)) {
    if (!seen) continue;
    if (seen.version <= (versions.get(seen.lot) ?? 0)) texts.push(`lot ${seen.lot}: the version does not grow with bet ${id}`);
    versions.set(seen.lot, seen.version);
  }
  // The versions that a socket sends for a lot or sale never decrease. A client that rejoins gets the same version twice.
  const sent = new Map();
  for (const { kind, client, session, room, lot, version, lots } of events) {
    if (kind === "join") {
      for (const one of lots) raise(sent, `${client} ${session} lot ${one.lot}`, one.version);
    } else if (kind === "lot" || kind === "catalog") {
      const subject = kind === "lot" ? `lot ${lot}` : `sale ${room}`;
      const key = `${client} ${session} ${subject}`;
      if (version < (sent.get(key) ?? 0)) texts.push(`client ${client}: ${subject} of version ${version} was sent after ${sent.get(key)}`);
      raise(sent, key, version);
    }
  }
  for (const [lot, all] of groups(sights, ({ lot }) => lot)) {
    let price = 0;
    for (const sight of [...all].sort((a, b) => a.version - b.version)) {
      if ((sight.price ?? 0) < price) texts.push(`lot ${lot}: the price falls to ${sight.price} with version ${sight.version}`);
      price = Math.max(price, sight.price ?? 0);
    }
  }
  return [...new Set(texts)];
}

function stored({ sights, stored }) {
  const texts = new Map();
  for (const { client, room, lot, bet, price, t } of sights) {
    if (bet === null) continue;
    const found = stored.get(bet);
    const early = found ? found.command.stored - t : 0;
    if (!found) texts.set(`${bet} gone`, `client ${client} saw bet ${bet} of ${price} lead lot ${lot} in room ${room}, and it is not stored`);
    else if (found.lot !== lot || found.value !== price) {
      texts.set(`${bet} other`, `client ${client} saw bet ${bet} of ${price} lead lot ${lot}, and it is stored as ${found.value} on lot ${found.lot}`);
    } else if (early > ROUNDING_MS && !texts.has(`${bet} early`)) {
      texts.set(`${bet} early`, `client ${client} saw bet ${bet} on lot ${lot} ${early.toFixed(0)} ms before it was stored`);
    }
  }
  return [...texts.values()];
}

function same({ sights }) {
  const texts = new Map();
  const known = new Map();
  for (const { lot, version, price, bet, state, client } of sights) {
    const key = `${lot} ${version}`;
    const seen = JSON.stringify({ price, bet, state });
    if (!known.has(key)) known.set(key, { seen, client });
    const first = known.get(key);
    if (first.seen !== seen) texts.set(key, `lot ${lot}, version ${version}: client ${first.client} saw ${first.seen}, client ${client} ${seen}`);
  }
  return [...texts.values()];
}

function fresh(facts) {
  const texts = [];
  const lots = new Frontier();
  const rooms = new Frontier();
  const inOrder = [...facts.sights].sort((a, b) => a.t - b.t);
  for (const { room, lot, version, t } of inOrder) {
    lots.add(lot, t, version);
    rooms.add(room, t, version);
  }
  const portOf = new Map(facts.sessions.map(({ client, session, port }) => [`${client} ${session}`, port]));
  const late = (what, have, known, port, asked, t) =>
    texts.push(`${what} was answered with version ${have}${facts.blame(port, asked, t)}, ${t - asked} ms after it was asked; version ${known} was known before`);
  for (const { client, session, room, asked, t, ok, version, lots: states } of facts.joins) {
    if (!ok) continue;
    const port = portOf.get(`${client} ${session}`);
    const known = rooms.at(room, asked - MOMENT_MS);
    if (version < known) late(`client ${client} joining room ${room}`, version, known, port, asked, t);
    for (const state of states) {
      const newest = lots.at(state.lot, asked - MOMENT_MS);
      if (state.version < newest) late(`client ${client} joining room ${room}: lot ${state.lot}`, state.version, newest, port, asked, t);
    }
  }
  // A repeated request gets its first answer, which may be as old as the first attempt.
  const firstAsked = new Map();
  for (const { account, key, asked } of facts.bets) if (key !== null && !firstAsked.has(`${account} ${key}`)) firstAsked.set(`${account} ${key}`, asked);
  for (const bet of facts.bets) {
    if (bet.status !== 200 || !bet.seen) continue;
    const asked = firstAsked.get(`${bet.account} ${bet.key}`) ?? bet.asked;
    const known = lots.at(bet.lot, asked - MOMENT_MS);
    if (bet.seen.version < known) late(told(bet), bet.seen.version, known, bet.port, asked, bet.t);
  }
  return texts;
}

function winner({ hammers, stored, sights }) {
  const texts = [];
  const bets = groups(stored.values(), ({ lot }) => lot);
  const won = new Map();
  for (const [lot, all] of groups(hammers, ({ lot }) => lot)) {
    if (all.length > 1) texts.push(`lot ${lot} is hammered ${all.length} times`);
    const [{ seq, sold }] = all;
    const late = (bets.get(lot) ?? []).find(({ command }) => command.seq > seq);
    if (late) texts.push(`lot ${lot}: bet ${late.id} is stored after the hammer`);
    const last = (bets.get(lot) ?? []).filter(({ command }) => command.seq < seq).sort((a, b) => a.id - b.id).at(-1);
    if (sold && last) won.set(lot, last.id);
  }
  for (const { lot, state, bet, client } of sights) {
    if (state === SOLD && bet !== (won.get(lot) ?? null)) texts.push(`client ${client} saw lot ${lot} sold to bet ${bet}; the journal sold it to ${won.get(lot) ?? "nobody"}`);
  }
  return texts;
}

function truth(facts) {
  const { bidders, sights, sessions, joins, stored, journal, faults, ended } = facts;
  const texts = [];
  const sightsOf = groups(sights, ({ client }) => client);
  const betsOf = groups([...stored.values()].sort((a, b) => a.id - b.id), ({ room }) => room);
  const joinsOf = groups(joins.filter(({ ok }) => ok), ({ client }) => client);
  const sessionsOf = groups(sessions, ({ client }) => client);
  const lastsOf = groups(journal.lots, ({ room }) => room);
  for (const { client, rooms } of bidders) {
    const firsts = new Map();
    for (const { room, t, version } of joinsOf.get(client) ?? []) if (!firsts.has(room)) firsts.set(room, { t, version });
    // While a session's node is suspended or cut from the journal, it cannot tell its client everything.
    const own = sessionsOf.get(client) ?? [];
    const held = own.flatMap(({ port, t }, index) => {
      const until = own[index + 1]?.t ?? ended;
      const node = facts.nodeOf(port, t);
      return faults.filter((fault) => fault.isBlind && fault.node === node && fault.from < until && fault.to > t);
    });
    held.sort((a, b) => a.from - b.from);
    const bets = new Frontier();
    const versions = new Map();
    for (const { lot, bet, version, t } of sightsOf.get(client) ?? []) {
      if (bet !== null) bets.add(lot, t, bet);
      raise(versions, lot, version);
    }
    for (const room of rooms) {
      const first = firsts.get(room);
      if (!first) {
        texts.push(`client ${client} was never let into room ${room}`);
        continue;
      }
      for (const { id, lot, command } of betsOf.get(room) ?? []) {
        if (command.stored <= first.t) continue;
        let due = command.stored + TRUTH_WITHIN_MS;
        for (const { from, to } of held) if (from < due && to > command.stored) due = Math.max(due, to + TRUTH_WITHIN_MS);
        const since = bets.since(lot, id);
        if (since > due && ended >= due) {
          const later = since === Infinity ? "never" : `after ${((since - command.stored) / 1000).toFixed(1)} s`;
          texts.push(`client ${client} learnt of bet ${id} on lot ${lot} ${later}`);
        }
      }
      for (const { lot, version } of lastsOf.get(room) ?? []) {
        if (version > first.version && (versions.get(lot) ?? 0) < version) texts.push(`client ${client} ends with version ${versions.get(lot) ?? 0} of lot ${lot}, the last is ${version}`);
      }
    }
  }
  return texts;
}

function back({ faults }) {
  const texts = [];
  const away = [];
  for (const { kind, node, rooms, moves } of faults) {
    for (const { room, ms } of rooms ?? []) {
      if (ms === null || ms > BACK_WITHIN_MS) texts.push(`room ${room} took ${ms === null ? "no command any more" : `its next command after ${(ms / 1000).toFixed(1)} s`} (node ${node + 1}: ${kind})`);
      if (moves && ms !== null) away.push(ms);
    }
  }
  const half = median(away);
  if (half > HALF_BACK_WITHIN_MS) texts.push(`half of the rooms were away for more than ${(half / 1000).toFixed(1)} s`);
  return texts;
}

function well({ remarks, joins }) {
  const refused = joins.filter(({ ok, error }) => !ok && !NOT_LET_IN.includes(error));
  return [...remarks, ...refused.map(({ client, room, error }) => `client ${client} was not let into room ${room}: ${error}`)];
}

/** The greatest value known of each subject, over time. */
class Frontier {
  #steps = new Map();

  /** In the order of `t`. */
  add(subject, t, value) {
    const steps = this.#steps.get(subject) ?? [];
    if (value > (steps.at(-1)?.value ?? -Infinity)) steps.push({ t, value });
    this.#steps.set(subject, steps);
  }

  /** The greatest value known at `t`; 0 if none. */
  at(subject, t) {
    const steps = this.#steps.get(subject) ?? [];
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (steps[middle].t <= t) low = middle + 1;
      else high = middle;
    }
    return steps[low - 1]?.value ?? 0;
  }

  /** When this value or a greater one was known. */
  since(subject, value) {
    return this.#steps.get(subject)?.find((step) => step.value >= value)?.t ?? Infinity;
  }
}

const told = ({ client, lot, value, key }) => `client ${client}'s bet of ${value} on lot ${lot}${key === null ? " without a key" : ""}`;

const raise = (map, key, value) => map.set(key, Math.max(value, map.get(key) ?? 0));

function groups(items, keyOf) {
  const found = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (found.has(key)) found.get(key).push(item);
    else found.set(key, [item]);
  }
  return found;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** The history that a run has written to a folder. */
export function read(folder) {
  const lines = (name) => readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const events = readdirSync(folder).filter((name) => name.startsWith("crowd-")).flatMap(lines);
  return { events, ...JSON.parse(readFileSync(join(folder, "run.json"), "utf8")) };
}

/** Findings shown of each promise. */
const SHOWN = 5;

if (process.argv[1] === import.meta.filename) {
  const found = groups(check(read(process.argv[2])), ({ promise }) => promise);
  for (const [promise, findings] of found) {
    console.log(`broken (${promise}): ${PROMISES[promise]}`);
    for (const { text } of findings.slice(0, SHOWN)) console.log(`    ${text}`);
    if (findings.length > SHOWN) console.log(`    and ${findings.length - SHOWN} more`);
  }
  if (found.size === 0) console.log("every promise was kept");
  const isTimely = [...found.keys()].every((promise) => TIMELY.includes(promise));
  process.exitCode = found.size === 0 ? 0 : isTimely ? 2 : 4;
}
