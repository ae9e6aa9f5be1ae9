// Polls a condition until it holds.
import { setTimeout as pause } from "node:timers/promises";

export async function until(what, holds, { timeoutMs = 60_000, everyMs = 50 } = {}) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > end) throw new Error(`timed out after ${timeoutMs} ms waiting until ${what}`);
    await pause(everyMs);
  }
}
