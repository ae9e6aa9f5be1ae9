import { act, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { observeServerTime } from "@/lib/clock";
import { stopClock } from "@/testing/clock";
import { Countdown } from "./Countdown";

const DEVICE = Date.parse("2026-11-21T12:00:00.000Z");

stopClock(DEVICE);

describe("a countdown", () => {
  it("runs by the server's clock, not the device's", () => {
    observeServerTime(DEVICE + 60_000, DEVICE, DEVICE);
    render(<Countdown end={DEVICE + 60_000 + 252_000} />);
    expect(screen.getByRole("timer")).toHaveTextContent("0:04:12");
    expect(screen.getByRole("timer")).toHaveAttribute("data-short");
    act(() => vi.advanceTimersByTime(2000));
    expect(screen.getByRole("timer")).toHaveTextContent("0:04:10");
  });

  it("counts days and hours from a day up", () => {
    render(<Countdown end={DEVICE + 47 * 3_600_000} />);
    expect(screen.getByRole("timer")).toHaveTextContent(/1.день 23.ч/);
  });

  it("leaves out hours where there are none", () => {
    render(<Countdown end={DEVICE + 6 * 86_400_000} />);
    expect(screen.getByRole("timer")).toHaveTextContent(/^6.дней$/);
  });

  it("says that it is over", () => {
    render(<Countdown end={DEVICE - 1} />);
    expect(screen.getByText("Торги завершены")).toBeVisible();
  });
});
