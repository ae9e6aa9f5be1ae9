// What each kind of fault does to the site, and how it ends.
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../wait.mjs";
import { NODES } from "./plan.mjs";

/** A node that is told to stop has this long. */
const STOPS_WITHIN_MS = 30_000;

const cut = (links, way) => {
  for (const link of links) {
    if (way === "reset") link.cut();
    else link.freeze(way);
  }
};
const heal = (links) => links.forEach((link) => link.heal());
/** The links between a node and another one, or all others. */
function between(site, { node, other }) {
  const others = other === null ? Array.from({ length: NODES }, (_, n) => n).filter((n) => n !== node) : [other];
  return { from: others.map((n) => site.between[n][node]), to: others.map((n) => site.between[node][n]) };
}

/**
 * By kind: how it begins and ends. `moves`: the node's rooms go to others, and must be back in time. `keeps`: no room moves.
 * `isBlind`: the node's clients may miss something meanwhile, since it stands still, or cannot read what it may have stored itself.
 */
export const FAULTS = {
  kill: {
    moves: true,
    begin: (site, { node }) => site.nodes[node].kill(),
    end: (site, { node }) => site.nodes[node].start(),
  },
  suspend: {
    moves: true,
    isBlind: true,
    begin: (site, { node }) => site.nodes[node].freeze(),
    end: (site, { node }) => site.nodes[node].thaw(),
  },
  restart: {
    moves: true,
    async begin(site, { node }) {
      const began = Date.now();
      await site.nodes[node].kill("SIGTERM");
      if (Date.now() - began > STOPS_WITHIN_MS) throw new Error(`node ${node + 1} took ${Date.now() - began} ms to stop`);
    },
    end: (site, { node }) => site.nodes[node].start(),
  },
  "cut from Redis": {
    keeps: true,
    begin: (site, { node, way }) => cut([site.toRedis[node]], way),
    end: (site, { node }) => heal([site.toRedis[node]]),
  },
  "cut from PostgreSQL": {
    moves: true,
    isBlind: true,
    begin: (site, { node, way }) => cut([site.toPostgres[node]], way),
    end: (site, { node }) => heal([site.toPostgres[node]]),
  },
  // Its rooms stay while nothing passes for some seconds, and go to the others once they have failed to reach it three times.
  "cut from the others": { begin: isolate, end: rejoin },
  "cut from one other": { keeps: true, begin: isolate, end: rejoin },
  "clock shifted": {
    keeps: true,
    begin: (site, { node, way }) => setClock(site, node, Number(way)),
    end: (site, { node }) => setClock(site, node, 0),
  },
  "Redis killed": { keeps: true, begin: (site) => site.redis.kill(), end: (site) => site.redis.start() },
  "Redis frozen": { keeps: true, begin: (site) => site.redis.freeze(), end: (site) => site.redis.thaw() },
};

async function setClock(site, node, seconds) {
  site.shiftClock(node, seconds);
  await until(`the clock of node ${node + 1} is ${seconds} s off`, async () => {
    const { headers } = await fetch(`${site.nodes[node].url}/healthz`);
    return Math.abs(Number(headers.get("server_time_ts")) - Date.now() - 1000 * seconds) < 5000;
  });
}

function isolate(site, fault) {
  const { from, to } = between(site, fault);
  cut(from, fault.way);
  // The other way round for the calls that the others make.
  cut(to, { there: "back", back: "there" }[fault.way] ?? fault.way);
}

function rejoin(site, fault) {
  const { from, to } = between(site, fault);
  heal([...from, ...to]);
}

/** Begins the fault, and ends it when its time has passed. */
export async function strike(site, fault) {
  await FAULTS[fault.kind].begin(site, fault);
  await pause(fault.ms);
  await FAULTS[fault.kind].end(site, fault);
}
