// Three nodes with Redis and PostgreSQL, every link between them behind a proxy, and a front that sends clients to ready nodes.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { Cluster } from "../cluster.mjs";
import { Redis } from "../redis.mjs";
import { freePort, Server } from "../server.mjs";
import { until } from "../wait.mjs";
import { NODES } from "./plan.mjs";
import { Door, Link, processOf } from "./proxy.mjs";

/** How often the front asks a node whether it is ready, and how long it waits. */
const PROBE_EVERY_MS = 500;
const PROBE_TIMEOUT_MS = 1000;

/** A node, and what it logs about its rooms. */
class Node extends Server {
  #read = 0;

  /** The room loads logged since the last call: catalog and epoch. */
  loads() {
    const end = this.output.lastIndexOf("\n") + 1;
    const lines = this.output.slice(this.#read, end).split("\n");
    this.#read = end;
    return lines.filter((line) => line.includes('"room loaded"')).map((line) => JSON.parse(line).fields);
  }
}

export class Site {
  #folder;
  #cluster;
  #doors = [];
  #probes;
  #turn = 0;
  #owners = new Map();
  /** Links by node: from the clients, to Redis, to PostgreSQL; and from each node to each other one. */
  front = [];
  toRedis = [];
  toPostgres = [];
  between = [];
  nodes = [];
  ready = [];
  /** What each node said when it was last asked. */
  answers = [];
  /** Which node got a client's connection: local port of the client, node, time. */
  routes = [];

  constructor(folder, binary, { shiftsClocks }) {
    this.#folder = folder;
    this.binary = binary;
    this.shiftsClocks = shiftsClocks;
  }

  async start(seed) {
    const data = join(this.#folder, "data");
    mkdirSync(data);
    this.#cluster = new Cluster(join(this.#folder, "cluster"));
    this.#cluster.start();
    // The checker compares what clients saw with when it was committed.
    await this.ask("alter system set track_commit_timestamp = on");
    this.#cluster.stop();
    this.#cluster.start();
    const socket = `${new URL(this.#cluster.url).searchParams.get("host")}/.s.PGSQL.5432`;
    this.redis = new Redis(await freePort());
    await this.redis.start();

    const door = async (choose) => {
      const opened = new Door(choose);
      this.#doors.push(opened);
      return opened.open();
    };
    for (let n = 0; n < NODES; n += 1) {
      const [port, internal] = [await freePort(), await freePort()];
      this.front.push(new Link(`clients to node ${n + 1}`, port));
      this.toRedis.push(new Link(`node ${n + 1} to Redis`, Number(new URL(this.redis.url).port)));
      this.toPostgres.push(new Link(`node ${n + 1} to PostgreSQL`, socket));
      this.between.push(Array.from({ length: NODES }, (_, from) => new Link(`node ${from + 1} to node ${n + 1}`, internal)));
      const extra = {
        REDIS_URL: `redis://127.0.0.1:${await door(() => this.toRedis[n])}`,
        NODE_ADDRESS: `127.0.0.1:${await door((socket) => this.between[n][this.#sender(socket)])}`,
        NODE_LISTEN: `127.0.0.1:${internal}`,
        NODE_SECRET: "known-to-the-three-nodes",
        BET_RATE_PER_SECOND: "0",
        LOG: "warn,room_server=info",
        LOG_FORMAT: "json",
        ...this.#clock(n),
      };
      const databaseUrl = `postgres://auction@127.0.0.1:${await door(() => this.toPostgres[n])}/auction?sslmode=disable`;
      this.nodes.push(new Node({ port, databaseUrl, dataDir: data, extra, binary: this.binary }));
    }
    this.url = `http://127.0.0.1:${await door((socket) => this.#choose(socket))}`;
    const file = join(this.#folder, "seed.json");
    writeFileSync(file, JSON.stringify(seed));
    const direct = new Server({ port: 0, databaseUrl: this.#cluster.url, dataDir: data, binary: this.binary });
    await direct.run("migrate");
    await Promise.all(this.nodes.map((node) => node.start()));
    // Only now, so that the rooms spread over all nodes.
    await direct.run("seed", file);
    this.#probes = setInterval(() => void this.#probe(), PROBE_EVERY_MS);
    await until("every node is ready", () => this.nodes.every((_, n) => this.ready[n]));
  }

  async stop() {
    clearInterval(this.#probes);
    for (const node of this.nodes) await node.kill();
    this.nodes.forEach((node, n) => writeFileSync(join(this.#folder, `node-${n + 1}.log`), node.output));
    for (const door of this.#doors) door.close();
    await this.redis?.kill();
    this.#cluster?.stop();
  }

  /** A query that no fault disturbs. */
  async ask(text, values = []) {
    const client = new pg.Client({ connectionString: this.#cluster.url });
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** By catalog: the node that has loaded it last. */
  owners() {
    this.nodes.forEach((node, n) => {
      for (const { catalog_id: id, epoch } of node.loads()) {
        if (epoch > (this.#owners.get(id)?.epoch ?? 0)) this.#owners.set(id, { node: n, epoch });
      }
    });
    return this.#owners;
  }

  roomsOf(n) {
    return [...this.owners()].filter(([, { node }]) => node === n).map(([id]) => id);
  }

  shiftClock(n, seconds) {
    // Renamed into place: the node reads it at any moment.
    writeFileSync(`${this.#clockFile(n)}.new`, seconds === 0 ? "+0" : `${seconds > 0 ? "+" : "-"}${Math.abs(seconds)}`);
    renameSync(`${this.#clockFile(n)}.new`, this.#clockFile(n));
  }

  #clockFile(n) {
    return join(this.#folder, `clock-${n + 1}`);
  }

  /** What makes a node's wall clock follow its file. Its monotonic clock stays the machine's. */
  #clock(n) {
    if (!this.shiftsClocks) return {};
    this.shiftClock(n, 0);
    return {
      LD_PRELOAD: process.env.FAKETIME_LIBRARY,
      FAKETIME_TIMESTAMP_FILE: this.#clockFile(n),
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
    };
  }

  #sender(socket) {
    const pids = this.nodes.map((node) => node.pid);
    return pids.indexOf(processOf(socket, pids));
  }

  /** The next ready node, in turn. */
  #choose(socket) {
    for (let tried = 0; tried < NODES; tried += 1) {
      this.#turn = (this.#turn + 1) % NODES;
      if (this.ready[this.#turn]) {
        this.routes.push({ port: socket.remotePort, node: this.#turn, t: Date.now() });
        return this.front[this.#turn];
      }
    }
    return null;
  }

  async #probe() {
    await Promise.all(
      this.nodes.map(async (node, n) => {
        const asking = fetch(`${node.url}/readyz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
        this.answers[n] = await asking.then((answer) => answer.text()).catch((error) => error.message);
        this.ready[n] = this.answers[n].startsWith("ready") && this.front[n].isOpen;
      }),
    );
  }
}
