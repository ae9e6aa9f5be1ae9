// A process of bidders, started by the run. It writes what they see to a file and tells the run of decided bets.
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { until } from "../wait.mjs";
import { Bidder } from "./bidder.mjs";
import { random } from "./plan.mjs";

/** Logins at a time: the run is not about their load. */
const AT_A_TIME = 10;

const { url, loginUrl, seed, people, rooms, roomsEach, file } = JSON.parse(process.argv[2]);
const out = createWriteStream(file);
const record = (event) => out.write(`${JSON.stringify(event)}\n`);
const tell = (message) => process.send(message);
process.on("disconnect", () => process.exit());

const bidders = people.map((n) => {
  const next = random(seed + 1 + n);
  // One after another, so that every room has as many.
  const own = Array.from({ length: roomsEach }, (_, m) => rooms[(n * roomsEach + m) % rooms.length]);
  return new Bidder({ n, url, loginUrl, rooms: own, random: next, record, onDecided: (decided) => tell({ decided }) });
});

const does = {
  async arrive() {
    for (let n = 0; n < bidders.length; n += AT_A_TIME) {
      await Promise.all(bidders.slice(n, n + AT_A_TIME).map((bidder) => bidder.arrive()));
    }
  },
  async start() {
    for (const bidder of bidders) bidder.start();
  },
  async settle() {
    await Promise.all(bidders.map((bidder) => bidder.settle()));
  },
  /** Waits until everyone knows the newest state of each lot, or until `ms` have passed. */
  async know({ newest, ms }) {
    const known = (bidder) => bidder.knows(bidder.rooms.flatMap(({ id }) => newest[id] ?? []));
    await until("everyone knows the newest states", () => bidders.every(known), { timeoutMs: ms }).catch(() => {});
  },
  async leave() {
    for (const bidder of bidders) bidder.leave();
    out.end();
    await once(out, "finish");
  },
};

process.on("message", async ({ act, ...details }) => {
  try {
    await does[act](details);
    tell({ done: act });
  } catch (error) {
    tell({ failed: `${act}: ${error.stack}` });
  }
  if (act === "leave") process.disconnect();
});
