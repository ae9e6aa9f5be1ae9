// A real Meilisearch that the test can kill, suspend, empty and damage. MEILI_BIN names the binary.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Child } from "./child.mjs";
import { until } from "./wait.mjs";

export const BINARY = process.env.MEILI_BIN;

export class Meilisearch extends Child {
  #folder;
  key = randomBytes(24).toString("hex");

  constructor({ port, folder }) {
    super();
    this.url = `http://127.0.0.1:${port}`;
    this.#folder = folder;
    this.data = join(folder, "data");
  }

  async start() {
    mkdirSync(this.#folder, { recursive: true });
    const address = ["--http-addr", new URL(this.url).host, "--master-key", this.key];
    // docs/search.md explains the memory.
    const args = [...address, "--db-path", "data", "--no-analytics", "--max-indexing-threads", "1", "--max-indexing-memory", "1Gb"];
    const child = spawn(BINARY, args, { cwd: this.#folder, stdio: "ignore" });
    this.process = child;
    await until("Meilisearch listens", () => {
      if (child.exitCode !== null) throw new Error(`Meilisearch exited during startup with ${child.exitCode}`);
      return fetch(`${this.url}/health`).then((answer) => answer.ok, () => false);
    });
  }

  empty() {
    rmSync(this.#folder, { recursive: true });
  }

  /** Overwrites every index with noise. */
  damage() {
    const indexes = join(this.data, "indexes");
    for (const index of readdirSync(indexes)) {
      const file = join(indexes, index, "data.mdb");
      writeFileSync(file, randomBytes(statSync(file).size));
    }
  }
}
