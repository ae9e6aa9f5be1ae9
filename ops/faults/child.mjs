// A child process that a test can freeze and kill.
import { once } from "node:events";

export class Child {
  /** The running process, set by the subclass when it starts one. */
  process = null;

  get pid() {
    return this.process?.pid;
  }

  freeze() {
    this.process.kill("SIGSTOP");
  }

  thaw() {
    this.process.kill("SIGCONT");
  }

  /** Sends the signal and waits for the process to exit. Does nothing if it is not running. */
  async kill(signal = "SIGKILL") {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }
}
