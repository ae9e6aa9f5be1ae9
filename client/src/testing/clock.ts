import { afterEach, beforeEach, vi } from "vitest";

/** Stops the device's clock at `now` in each test of the file. */
export function stopClock(now: number): void {
  beforeEach(() => {
    vi.useFakeTimers({ now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
