// The real server as a process of the test, with a free port, a seeded database on the test cluster
// and a folder for pictures.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

const HERE = import.meta.dirname;
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 40_000;

/** A message of the development outbox, as `GET /dev/outbox` returns it. */
export interface Message {
  channel: "call" | "callback" | "email" | "notice";
  to: string;
  code: string | null;
  text: string;
  at: string;
}

/** A variable that `ops/test` sets. */
function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: these tests are started by ./ops/test e2e`);
  return value;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  probe.close();
  await once(probe, "close");
  return address.port;
}

async function onTheCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: setting("TEST_DATABASE_URL") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The cluster's URL with another database. */
function databaseUrl(name: string): string {
  const [address, query] = setting("TEST_DATABASE_URL").split("?");
  if (!address) throw new Error("TEST_DATABASE_URL is empty");
  return `${address.replace(/\/[^/]*$/, `/${name}`)}${query ? `?${query}` : ""}`;
}

export class Server {
  readonly url: string;
  readonly #database: string;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #log = "";

  private constructor(port: number, database: string, folder: string, settings: NodeJS.ProcessEnv) {
    this.url = `http://127.0.0.1:${port}`;
    this.#database = database;
    this.#folder = folder;
    this.#env = {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl(database),
      LISTEN: `127.0.0.1:${port}`,
      METRICS_LISTEN: "off",
      DATA_DIR: folder,
      CLIENT_DIR: setting("CLIENT_DIR"),
      AUTH_DELIVERY: "outbox",
      // Elsewhere admins and owners need a second factor.
      DEMO: "on",
      LOG: "info",
      ...settings,
    };
  }

  /** Starts a server with the seed `fixtures/<fixture>.json` and these settings, and waits until it is ready. */
  static async start(fixture: string, settings: NodeJS.ProcessEnv = {}): Promise<Server> {
    const database = `e2e_${randomBytes(6).toString("hex")}`;
    const folder = join(setting("E2E_DATA"), database);
    await mkdir(folder, { recursive: true });
    await onTheCluster(`create database ${database}`);
    const server = new Server(await freePort(), database, folder, settings);
    await server.#command("migrate");
    await server.#command("seed", resolve(HERE, "..", "fixtures", `${fixture}.json`));
    await server.resume();
    return server;
  }

  async #command(...args: string[]): Promise<void> {
    const child = spawn(setting("SERVER_BIN"), args, { env: this.#env, stdio: ["ignore", "pipe", "pipe"] });
    this.#keep(child);
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`api ${args.join(" ")} ended with ${code}:\n${this.#log}`);
  }

  #keep(child: ChildProcess): void {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => {
        this.#log += text;
      });
  }

  /** Starts the process, after `kill` on the same port, and waits until it is ready. */
  async resume(): Promise<void> {
    const child = spawn(setting("SERVER_BIN"), ["serve"], {
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    this.#keep(child);
    const end = Date.now() + START_LIMIT_MS;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the server ended at its start:\n${this.#log}`);
      if (Date.now() > end) throw new Error(`the server does not get ready:\n${this.#log}`);
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await pause(50);
    }
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, "close");
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
    await closed;
    clearTimeout(late);
  }

  /** Stops the server and removes its database and folder. */
  async stop(): Promise<void> {
    await this.kill("SIGTERM");
    await onTheCluster(`drop database if exists ${this.#database} with (force)`);
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The server's output so far. */
  get log(): string {
    return this.#log;
  }

  /** Calls GET on the API. Fails unless the status is a success. */
  async get<T>(path: string, token?: string): Promise<T> {
    const answer = await fetch(this.url + path, { headers: token ? { "X-Token": token } : {} });
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** The messages to this phone or e-mail, newest first. */
  outbox(to: string): Promise<Message[]> {
    return this.get<Message[]>(`/dev/outbox?to=${encodeURIComponent(to)}`);
  }
}
