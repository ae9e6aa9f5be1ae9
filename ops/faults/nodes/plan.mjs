// The order of faults, drawn from a seed: the same seed gives the same faults on the same nodes for the same times. When each
// begins depends on how long the site took to recover from the one before.

export const NODES = 3;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Longer than the others wait before they take a node's rooms. */
const SUSPENDED_S = 20;

/** Faults by kind: how many seconds they last, and in which ways the kind happens. */
export const KINDS = {
  kill: { lasts: [8, 10] },
  suspend: { lasts: [SUSPENDED_S, SUSPENDED_S] },
  restart: { lasts: [0, 0] },
  "cut from Redis": { lasts: [6, 10], ways: ["reset", "both", "there", "back"] },
  "cut from PostgreSQL": { lasts: [9, 12], ways: ["reset", "both", "there", "back"] },
  "cut from the others": { lasts: [6, 10], ways: ["reset", "both", "there", "back"] },
  "cut from one other": { lasts: [6, 10], ways: ["reset", "both", "there", "back"] },
  "clock shifted": { lasts: [6, 10], ways: ["+60", "-60"] },
  "Redis killed": { lasts: [3, 8], everywhere: true },
  "Redis frozen": { lasts: [6, 10], everywhere: true },
};

/** Faults of a node that may meet one of Redis. */
const MAY_MEET = ["kill", "suspend", "clock shifted"];
const MEETS = ["Redis killed", "Redis frozen"];

/** Faults without end: every kind once in random order, then every kind again in another order. */
export function* draw(seed, kinds = Object.keys(KINDS)) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const one = (kind) => {
    const { lasts, ways, everywhere } = KINDS[kind];
    const node = everywhere ? null : Math.floor(next() * NODES);
    const way = ways ? pick(ways) : null;
    const other = kind === "cut from one other" ? (node + 1 + Math.floor(next() * (NODES - 1))) % NODES : null;
    return { kind, node, other, way, ms: Math.round(1000 * (lasts[0] + next() * (lasts[1] - lasts[0]))) };
  };
  for (;;) {
    const bag = [...kinds];
    while (bag.length > 0) {
      const kind = bag.splice(Math.floor(next() * bag.length), 1)[0];
      const fault = one(kind);
      const meets = MAY_MEET.includes(kind) && next() < 0.25 && kinds.includes(MEETS[0]) ? one(pick(MEETS)) : null;
      yield meets ? [fault, meets] : [fault];
    }
  }
}

const WAYS = {
  reset: "connections reset",
  both: "nothing passes",
  there: "nothing passes from it",
  back: "nothing passes to it",
  "+60": "a minute ahead",
  "-60": "a minute behind",
};

/** The fault in words. */
export function told({ kind, node, other, way, ms }) {
  const subject = node === null ? kind : `node ${node + 1}: ${kind}${other === null ? "" : ` (node ${other + 1})`}`;
  return `${subject}${way ? `, ${WAYS[way]}` : ""}${ms ? `, for ${(ms / 1000).toFixed(1)} s` : ""}`;
}
