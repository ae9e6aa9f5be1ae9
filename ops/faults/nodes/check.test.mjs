// Made-up histories: a sound one, and for each promise the smallest ones that break it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { betId, check, PROMISES, SOLD } from "./check.mjs";

const ROOM = 7;
const LOT = 70;
const T = 1_000_000;
const [ANNA, BORIS] = [501, 502];

const seen = (version, number, price, state = 1) => ({ room: ROOM, lot: LOT, version, state, price, bet: number === null ? null : betId(ROOM, number) });
const lot = (client, t, ...state) => ({ kind: "lot", client, session: 1, t, ...seen(...state) });
const bet = (client, account, key, t, number, value, version, changes = {}) => ({
  kind: "bet",
  client,
  account,
  session: 1,
  asked: t - 10,
  t,
  room: ROOM,
  lot: LOT,
  value,
  key,
  port: 4000 + client,
  status: 200,
  code: 0,
  bet: { id: betId(ROOM, number), lot: LOT, value },
  seen: seen(version, number, value),
  ...changes,
});
const join = (client, t, version, lots, changes = {}) => ({
  kind: "join",
  client,
  session: 1,
  room: ROOM,
  asked: t - 10,
  t,
  ok: true,
  version,
  lots,
  ...changes,
});
const accepted = (seq, account, key, number, value, stored) => ({
  room: ROOM,
  seq,
  account,
  key,
  outcome: "accepted",
  stored,
  events: [{ bet: { t: stored, lot: LOT, no: number, by: { user: account }, v: value } }],
});
const hammer = (seq, stored) => ({ room: ROOM, seq, account: 1, key: null, outcome: "accepted", stored, events: [{ hammer: { t: stored, lot: LOT, sold: true } }] });

/** Two bidders outbid each other, both see everything, and the hammer falls. */
function sound() {
  return {
    events: [
      { kind: "bidder", client: 1, account: ANNA, rooms: [ROOM] },
      { kind: "bidder", client: 2, account: BORIS, rooms: [ROOM] },
      { kind: "session", client: 1, session: 1, port: 3001, t: T },
      { kind: "session", client: 2, session: 1, port: 3002, t: T },
      join(1, T + 100, 1, []),
      join(2, T + 100, 1, []),
      bet(1, ANNA, "a", T + 1020, 1, 100, 2),
      lot(1, T + 1030, 2, 1, 100),
      lot(2, T + 1030, 2, 1, 100),
      bet(2, BORIS, "b", T + 2020, 2, 110, 3),
      lot(1, T + 2030, 3, 2, 110),
      lot(2, T + 2030, 3, 2, 110),
      lot(1, T + 3030, 4, 2, 110, SOLD),
      lot(2, T + 3030, 4, 2, 110, SOLD),
    ],
    journal: {
      commands: [accepted(1, ANNA, "a", 1, 100, T + 1010), accepted(2, BORIS, "b", 2, 110, T + 2010), hammer(3, T + 3010)],
      lots: [{ room: ROOM, lot: LOT, version: 4 }],
    },
    routes: [{ port: 3001, node: 0, t: T }, { port: 3002, node: 1, t: T }],
    faults: [],
    remarks: [],
    ended: T + 60_000,
  };
}

const without = (list, at) => list.filter((_, index) => index !== at);
/** Where the sound history has it. */
const AT = { annasBet: 6, annaSees1: 7, borisSees1: 8, borisBet: 9, annaSees2: 10, borisSees2: 11, annaSeesHammer: 12 };
const [FIRST, SECOND] = [0, 1];

const suspended = (node, from, to) => ({ kind: "suspend", node, from, to, moves: true, isBlind: true, rooms: [] });
const later = T + 30_000;

const BROKEN = {
  answered: {
    "an answered bet is gone": (h) => { h.journal.commands[SECOND].events = []; },
    "an answered bet has another value": (h) => { h.journal.commands[SECOND].events[0].bet.v = 120; h.events[AT.annaSees2].price = 120; },
    "an answered bet is another bidder's": (h) => { h.journal.commands[SECOND].events[0].bet.by.user = ANNA; },
    "an answered refusal is not in the journal": (h) => { h.events.push(bet(1, ANNA, "c", T + 2500, 2, 50, 3, { bet: null, code: 1 })); },
    "an answer makes no sense": (h) => { h.events.push(bet(1, ANNA, "a", T + 2500, 1, 100, 2, { status: 500, code: "internal", bet: null, seen: null })); },
  },
  once: {
    "a request is decided twice": (h) => { h.journal.commands.splice(2, 0, accepted(3, ANNA, "a", 3, 130, T + 2500)); h.journal.commands[3].seq = 4; },
    "the journal has a gap": (h) => { h.journal.commands[2].seq = 4; },
    "a repeated request gets another answer": (h) => { h.events.push(bet(1, ANNA, "a", T + 2500, 2, 110, 3, { bet: null, code: 1 })); },
    "a request is never answered": (h) => { h.events.push(bet(1, ANNA, "c", T + 2500, 3, 120, 4, { status: 504, bet: null, seen: null })); },
    "one bet answers two requests": (h) => { h.events.push(bet(1, ANNA, "c", T + 2025, 2, 110, 3)); },
    "a refused bet is stored": (h) => { h.events[AT.borisBet] = { ...h.events[AT.borisBet], bet: null, code: 1 }; },
  },
  rising: {
    "the journal goes down": (h) => { h.journal.commands[SECOND].events[0].bet.v = 90; },
    "a version does not grow with the next bet": (h) => { h.events[AT.borisBet].seen.version = 2; },
    "a socket goes back": (h) => { h.events.splice(AT.annaSeesHammer, 0, lot(1, T + 2040, 2, 1, 100)); },
    "a socket goes back behind its snapshot": (h) => { h.events.splice(AT.annaSeesHammer, 0, join(1, T + 3035, 4, [seen(4, 2, 110, SOLD)]), lot(1, T + 3040, 3, 2, 110)); },
    "a sale goes back": (h) => { h.events.push(...[9, 8].map((version) => ({ kind: "catalog", client: 1, session: 1, t: later, room: ROOM, version }))); },
    "the price falls": (h) => { h.events.push(lot(2, later, 5, 1, 100)); },
  },
  stored: {
    "a bet is seen that is not stored": (h) => { h.events.push(lot(1, later, 5, 3, 120)); },
    "a bet is seen with another value": (h) => { h.events.push(lot(1, later, 5, 2, 115)); },
    "a bet is seen before it is stored": (h) => { h.events[AT.annaSees2].t = T + 2005; },
  },
  same: {
    "two clients see two bets under one version": (h) => { h.events.push(lot(2, later, 4, 1, 110, SOLD)); },
    "two clients see two prices under one version": (h) => { h.events.push(lot(2, later, 4, 2, 111, SOLD)); },
  },
  fresh: {
    "a zombie lets in with a state of the past": (h) => { h.events.push(join(2, later, 3, [seen(3, 2, 110)])); },
    "a zombie refuses by a state of the past": (h) => { h.events.push(bet(1, ANNA, null, later, 2, 100, 3, { bet: null, code: 1, seen: seen(3, 2, 110) })); },
  },
  winner: {
    "two hammers": (h) => { h.journal.commands.push(hammer(4, T + 4000)); },
    "a bet after the hammer": (h) => { h.journal.commands.push(accepted(4, ANNA, "z", 3, 120, T + 4000)); },
    "a client sees another winner": (h) => { h.events.push(lot(1, later, 5, 1, 110, SOLD)); },
  },
  truth: {
    "a client is told too late": (h) => { h.events[AT.borisSees1].t = T + 1010 + 12_001; h.events[AT.borisBet].t = h.events[AT.borisSees2].t = T + 14_000; },
    "a client never learns the end": (h) => { h.events = without(h.events, AT.annaSeesHammer); },
    "a client is never let in": (h) => { h.events[5] = { ...h.events[5], ok: false, error: "unavailable", lots: [] }; },
    "a client whose node stood still is told too late": (h) => {
      h.faults = [suspended(1, T + 500, T + 20_500)];
      h.events[AT.borisSees1].t = T + 20_500 + 12_001;
      h.events[AT.borisBet].t = h.events[AT.borisSees2].t = T + 34_000;
    },
  },
  back: {
    "a room is away for too long": (h) => { h.faults = [{ ...suspended(0, T, later), rooms: [{ room: ROOM, ms: 10_001 }, { room: 8, ms: 5000 }, { room: 9, ms: 5000 }] }]; },
    "a room takes no bets any more": (h) => { h.faults = [{ ...suspended(0, T, later), rooms: [{ room: ROOM, ms: null }] }]; },
    "half of the rooms are away for long": (h) => { h.faults = [{ ...suspended(0, T, later), rooms: [5000, 7001, 7001].map((ms, room) => ({ room, ms })) }]; },
  },
  well: {
    "the run noticed something": (h) => { h.remarks = ["a room moved"]; },
    "a client is not let in": (h) => { h.events.push(join(1, later, undefined, [], { ok: false, error: "not_found" })); },
  },
};

describe("the checker", () => {
  it("finds nothing in a sound history", () => {
    assert.deepEqual(check(sound()), []);
  });

  it("finds nothing in what faults bring about", () => {
    const history = sound();
    // A node stood still: its client waited, asked again under its key, and was told twelve seconds after it went on.
    history.faults = [suspended(1, T + 500, T + 20_500)];
    history.events[AT.borisSees1].t = T + 32_000;
    history.events[AT.borisBet].t = history.events[AT.borisSees2].t = T + 32_000;
    history.events.splice(AT.borisBet, 0, bet(2, BORIS, "b", T + 1900, 2, 110, 3, { status: null, code: "ECONNRESET", bet: null, seen: null }));
    // A repeated request gets its first answer, and who joins again is sent the same again.
    history.events.push(bet(1, ANNA, "a", later, 1, 100, 2), join(1, later, 4, [seen(4, 2, 110, SOLD)]), lot(1, later, 4, 2, 110, SOLD));
    history.events.push(join(2, later, undefined, [], { ok: false, error: "unavailable" }));
    history.faults[0].rooms = [{ room: ROOM, ms: 6000 }];
    assert.deepEqual(check(history), []);
  });

  it("knows cases of every promise", () => {
    assert.deepEqual(Object.keys(BROKEN), Object.keys(PROMISES));
  });

  for (const [promise, cases] of Object.entries(BROKEN)) {
    for (const [name, spoil] of Object.entries(cases)) {
      it(`${promise}: ${name}`, () => {
        const history = sound();
        spoil(history);
        const found = check(history).map((finding) => finding.promise);
        assert.ok(found.includes(promise), `found ${JSON.stringify(check(history))}`);
      });
    }
  }

  it("names the node that answered, and what had befallen it", () => {
    const history = sound();
    history.faults = [suspended(1, later - 21_000, later - 1000)];
    history.events.push(join(2, later, 3, []));
    const [{ text }] = check(history).filter(({ promise }) => promise === "fresh");
    assert.match(text, /by node 2 \(suspend, 21\.0 s before\)/);
  });
});
