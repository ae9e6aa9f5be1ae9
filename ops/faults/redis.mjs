// A Redis for the test alone, which it can kill and start again, empty unless it has a folder.
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { Child } from "./child.mjs";
import { until } from "./wait.mjs";

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => { socket.destroy(); resolve(true); });
    socket.once("error", () => resolve(false));
  });

export class Redis extends Child {
  #port;
  #folder;

  /** With a folder, every write is on disk there before it is answered. */
  constructor(port, { folder } = {}) {
    super();
    this.#port = port;
    this.#folder = folder;
    this.url = `redis://127.0.0.1:${port}`;
  }

  async start() {
    const kept = this.#folder ? ["--dir", this.#folder, "--appendonly", "yes", "--appendfsync", "always"] : ["--appendonly", "no"];
    const args = ["--bind", "127.0.0.1", "--port", String(this.#port), "--save", "", ...kept];
    this.process = spawn("redis-server", args, { stdio: "ignore" });
    await until("Redis listens", () => answers(this.#port));
  }
}
