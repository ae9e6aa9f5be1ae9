// Processor time and memory of processes, from /proc.
import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts process times in ticks of 1/100 s. */
const TICKS = 100;

function stat(pid) {
  // The name in parentheses may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ");
  const [parent, ...times] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  const [user, system, childrenUser, childrenSystem] = times;
  return { parent, own: (user + system) / TICKS, children: (childrenUser + childrenSystem) / TICKS };
}

/** Processor seconds of a process so far. */
export const cpu = (pid) => stat(pid).own;

/** Processor seconds of a process and its children so far, including ended ones. */
export function cpuOfFamily(pid) {
  const { own, children } = stat(pid);
  let sum = own + children;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const other = stat(name);
      if (other.parent === pid) sum += other.own;
    } catch (error) {
      // It has just ended; from now on its parent's times include it.
      if (error.code !== "ENOENT" && error.code !== "ESRCH") throw error;
    }
  }
  return sum;
}

export const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
