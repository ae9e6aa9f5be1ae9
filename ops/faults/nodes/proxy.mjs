// TCP links that a run can cut, freeze and heal, each between two parties: clients and a node, a node and Redis, a node and
// PostgreSQL, a node and another one.
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect, createServer } from "node:net";

/** What may fail to pass, seen from the party that connects. */
export const DIRECTIONS = ["both", "there", "back"];

/** Ends a connection at once. A Unix socket knows no reset. */
function reset(socket) {
  if (socket.remoteAddress) socket.resetAndDestroy();
  else socket.destroy();
}

/** The connections between two parties. */
export class Link {
  #target;
  #connections = new Set();
  /** Accepted while frozen: connected once healed. */
  #waiting = new Set();
  #cut = false;
  /** The directions in which no byte passes. */
  #frozen = new Set();

  /** `target` is what `net.connect` takes: a port of this machine, or the path of a Unix socket. */
  constructor(name, target) {
    this.name = name;
    this.#target = target;
  }

  get isOpen() {
    return !this.#cut && this.#frozen.size === 0;
  }

  carry(socket) {
    socket.on("error", () => {});
    if (this.#cut) {
      reset(socket);
      return;
    }
    if (this.#frozen.size > 0) {
      // The kernel of a frozen machine still accepts; nothing is behind it.
      socket.pause();
      this.#waiting.add(socket);
      socket.once("close", () => this.#waiting.delete(socket));
      return;
    }
    const upstream = connect(this.#target);
    socket.setNoDelay(true);
    upstream.setNoDelay(true);
    const connection = { socket, upstream, closed: null };
    this.#connections.add(connection);
    upstream.on("error", () => {});
    this.#apply(connection);
    socket.once("close", (failed) => this.#closed(connection, upstream, failed));
    upstream.once("close", (failed) => this.#closed(connection, socket, failed));
  }

  /** One end is closed: tells the other, unless the link is frozen, which then happens when it is healed. */
  #closed(connection, other, failed) {
    const tell = () => {
      this.#connections.delete(connection);
      if (failed) reset(other);
      else other.end();
    };
    if (this.#frozen.size > 0 && !other.destroyed) connection.closed ??= tell;
    else tell();
  }

  /** Resets every connection, and refuses new ones. */
  cut() {
    this.#cut = true;
    for (const { socket, upstream } of this.#connections) {
      reset(socket);
      reset(upstream);
    }
    this.#connections.clear();
    for (const socket of this.#waiting) reset(socket);
    this.#waiting.clear();
  }

  /** Lets no byte pass in the direction, and no new connection. Connections stay: neither end learns of it. */
  freeze(direction = "both") {
    if (direction !== "back") this.#frozen.add("there");
    if (direction !== "there") this.#frozen.add("back");
    for (const connection of this.#connections) this.#apply(connection);
  }

  heal() {
    this.#cut = false;
    this.#frozen.clear();
    for (const connection of this.#connections) {
      this.#apply(connection);
      connection.closed?.();
    }
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const socket of waiting) this.carry(socket);
  }

  #apply({ socket, upstream }) {
    pass(socket, upstream, !this.#frozen.has("there"));
    pass(upstream, socket, !this.#frozen.has("back"));
  }
}

/** Whether bytes go from one end to the other. Piping twice would double them, so what is piped is parted first. */
function pass(from, to, passes) {
  from.unpipe(to);
  if (passes) from.pipe(to);
  else from.pause();
}

/** A port that carries each connection over the link that `choose` returns; without one it refuses. */
export class Door {
  #server;
  port = 0;

  constructor(choose) {
    this.#server = createServer((socket) => {
      const link = choose(socket);
      if (link) link.carry(socket);
      else {
        socket.on("error", () => {});
        reset(socket);
      }
    });
  }

  async open() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = this.#server.address().port;
    return this.port;
  }

  close() {
    this.#server.close();
  }
}

/** Which of these processes is at the other end of a connection from this machine, by Linux's table of sockets. */
export function processOf(socket, pids) {
  const ends = [socket.remotePort, socket.localPort].map((port) => `:${port.toString(16).toUpperCase().padStart(4, "0")}`);
  const line = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((row) => row.trim().split(/\s+/))
    .find((row) => row[1]?.endsWith(ends[0]) && row[2]?.endsWith(ends[1]));
  if (!line) return undefined;
  return pids.find((pid) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => {
        try {
          return readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${line[9]}]`;
        } catch {
          return false; // closed meanwhile
        }
      });
    } catch {
      return false; // the process is gone
    }
  });
}
