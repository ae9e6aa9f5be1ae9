// A Redis for the test alone, which it can kill and start again, empty.
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

  constructor(port) {
    super();
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  async start() {
    const args = ["--bind", "127.0.0.1", "--port", String(this.#port), "--save", "", "--appendonly", "no"];
    this.process = spawn("redis-server", args, { stdio: "ignore" });
    await until("Redis listens", () => answers(this.#port));
  }
}
