// The real server as a child process that the test can kill and restart on the same port.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { Child } from "./child.mjs";
import { until } from "./wait.mjs";

const BINARY = process.env.SERVER_BIN ?? "target/debug/api";

/** Ports that the system gives to no connection (net.ipv4.ip_local_port_range), which could take one before it is used. */
const [FIRST, LAST] = [20_000, 32_000];

export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(() => true, () => false);
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}

export class Server extends Child {
  #env;
  #binary;
  output = "";

  constructor({ port, databaseUrl, dataDir, extra = {}, binary = BINARY }) {
    super();
    this.#binary = binary;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      LISTEN: `127.0.0.1:${port}`,
      METRICS_LISTEN: "127.0.0.1:0",
      DATA_DIR: dataDir,
      AUTH_DELIVERY: "outbox",
      // Elsewhere admins and owners need a second factor.
      DEMO: "on",
      // All bidders are on this machine; a proxy's header gives each one a separate address.
      TRUSTED_PROXIES: "127.0.0.1",
      LOG: "warn",
      ...extra,
    };
  }

  /** Runs a command and waits until it ends, without blocking this process: its proxies carry the nodes' traffic. */
  async run(...args) {
    const command = spawn(this.#binary, args, { env: this.#env, stdio: ["ignore", "inherit", "inherit"] });
    const [code, signal] = await once(command, "exit");
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${signal ?? code}`);
  }

  /** Runs a command and returns what it prints. */
  read(...args) {
    return execFileSync(this.#binary, args, { env: this.#env, encoding: "utf8" });
  }

  async start() {
    const child = spawn(this.#binary, ["serve"], { env: this.#env, stdio: ["ignore", "pipe", "pipe"] });
    this.process = child;
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => { this.output += data; });
    await until("the server is ready", async () => {
      if (child.exitCode !== null) throw new Error(`the server exited during startup:\n${this.output}`);
      const ready = await fetch(`${this.url}/readyz`).catch(() => null);
      return ready?.ok;
    });
  }

  /** Freezes the process for `forMs`, as a suspended machine would, and resumes it. Returns when it did. */
  async suspend(forMs) {
    this.freeze();
    const end = Date.now() + forMs;
    await until("the time has passed", () => Date.now() >= end, { timeoutMs: forMs + 1000 });
    const resumed = Date.now();
    this.thaw();
    return resumed;
  }
}
