// Waiting for what is waited for: a condition is asked again until it holds.
import { setTimeout as pause } from "node:timers/promises";

export async function until(what, holds, { timeoutMs = 60_000, everyMs = 50 } = {}) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await pause(everyMs);
  }
}
