// A PostgreSQL cluster for the test alone, which it can kill without harming other data.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const LIB = join(import.meta.dirname, "..", "lib");

function shell(script, folder) {
  return execFileSync("bash", ["-c", `set -euo pipefail; . "$1/common.sh"; . "$1/postgres.sh"; ${script}`, "-", LIB, folder], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
}

export class Cluster {
  #folder;
  url = "";

  constructor(folder) {
    this.#folder = folder;
  }

  start() {
    const lines = shell('pg_start "$2" >&2; pg_url auction', this.#folder).split("\n");
    this.url = lines.at(-1);
  }

  /** Sends SIGKILL to the postmaster. Its children exit on their own, without an orderly shutdown. */
  kill() {
    const pid = Number(readFileSync(join(this.#folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(pid, "SIGKILL");
  }

  stop() {
    shell('pg_stop "$2"', this.#folder);
  }
}
