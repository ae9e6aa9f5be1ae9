import { act, render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { stopClock } from "@/testing/clock";
import { observeServerTime, serverNow, useServerNow } from "./clock";

const DEVICE = Date.parse("2026-11-21T12:00:00.000Z");

stopClock(DEVICE);

describe("the server's clock", () => {
  it("takes the middle of the round trip as the moment the server answered", () => {
    observeServerTime(DEVICE + 10_050, DEVICE, DEVICE + 100);
    expect(serverNow()).toBe(DEVICE + 10_000);
  });

  it("keeps the answer with the shortest round trip, since its error is the smallest", () => {
    observeServerTime(DEVICE + 10_000, DEVICE, DEVICE + 20);
    observeServerTime(DEVICE + 10_900, DEVICE, DEVICE + 2000);
    expect(serverNow()).toBe(DEVICE + 9990);
  });

  it("follows at once when the device's clock is changed", () => {
    observeServerTime(DEVICE + 10_000, DEVICE, DEVICE + 20);
    vi.setSystemTime(DEVICE + 3_600_000);
    observeServerTime(DEVICE + 10_000, DEVICE + 3_600_000, DEVICE + 3_600_400);
    expect(serverNow()).toBe(DEVICE + 9800);
  });

  it("ignores an invalid time", () => {
    observeServerTime(Number.NaN, DEVICE, DEVICE + 20);
    expect(serverNow()).toBe(DEVICE);
  });
});

function Ticks({ onRender }: { onRender: (now: number) => void }) {
  onRender(useServerNow(1000));
  return null;
}

describe("useServerNow", () => {
  it("ticks on the server's whole seconds", () => {
    observeServerTime(DEVICE + 300, DEVICE, DEVICE);
    const seen: number[] = [];
    render(<Ticks onRender={(now) => seen.push(now)} />);
    act(() => vi.advanceTimersByTime(700));
    act(() => vi.advanceTimersByTime(1000));
    expect(seen).toEqual([DEVICE, DEVICE + 1000, DEVICE + 2000]);
  });

  it("leaves no timer behind", () => {
    const { unmount } = render(<Ticks onRender={() => undefined} />);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
