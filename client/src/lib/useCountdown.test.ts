import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useCountdown } from "./useCountdown";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([0, 0.1, 1234.7000000001, 98_765.4321])(
  "starts at its full seconds, whatever the clock's fraction (%d)",
  (offset) => {
    vi.spyOn(performance, "now").mockReturnValue(offset);
    const { result } = renderHook(() => useCountdown(59));
    act(() => result.current.start());
    expect(result.current.left).toBe(59);
  },
);

it("runs down to 0, and stops when told", () => {
  const { result } = renderHook(() => useCountdown(3));
  expect(result.current.left).toBe(0);
  act(() => result.current.start());
  act(() => vi.advanceTimersByTime(1250));
  expect(result.current.left).toBe(2);
  act(() => result.current.stop());
  expect(result.current.left).toBe(0);
  act(() => result.current.start());
  act(() => vi.advanceTimersByTime(10_000));
  expect(result.current.left).toBe(0);
});
