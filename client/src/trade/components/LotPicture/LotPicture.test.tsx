import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LotPicture } from "./LotPicture";

const picture = (id: string) => ({
  id,
  width: 2000,
  height: 1500,
  alt: null,
  icon: `/api/lots/image/${id}/?size=icon`,
  preview: `/api/lots/image/${id}/?size=preview`,
  full: `/api/lots/image/${id}/?size=full`,
});
const shown = () => screen.getByRole<HTMLImageElement>("img", { name: "Рассвет" });
const isAskedAgain = () => {
  const { src, srcset } = shown();
  expect(srcset.includes("again=1")).toBe(src.includes("again=1"));
  return src.includes("again=1");
};

/** What the browser's observer of loaded resources would report. */
let report: (entry: { name: string; serverTiming: { name: string }[] }) => void;
class Observer {
  constructor(callback: (list: { getEntries: () => unknown[] }) => void) {
    report = (entry) => act(() => callback({ getEntries: () => [entry] }));
  }
  observe() {}
}
// Once, because the module keeps its observer.
vi.stubGlobal("PerformanceObserver", Observer);
const late = (address: string) =>
  report({ name: new URL(address, location.href).href, serverTiming: [{ name: "late" }] });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe("a lot's picture", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("offers several views, and the original in the viewer", () => {
    const { rerender } = render(<LotPicture picture={picture("a")} alt="Рассвет" place="card" />);
    expect(shown().srcset).toContain("/api/lots/image/a/?size=320 320w");
    expect(shown().sizes).toContain("38vw");
    rerender(<LotPicture picture={picture("a")} alt="Рассвет" place="viewer" />);
    expect(shown().src).toContain("size=original");
    expect(shown().srcset).toBe("");
  });

  it("is asked for once more if a smaller view came because the right one was late", () => {
    render(<LotPicture picture={picture("a")} alt="Рассвет" place="card" />);
    late("/api/lots/image/b/?size=640");
    report({ name: `${location.origin}/api/lots/image/a/?size=640`, serverTiming: [] });
    pass(10_000);
    expect(isAskedAgain()).toBe(false);
    late("/api/lots/image/a/?size=640");
    expect(isAskedAgain()).toBe(false);
    pass(3_000);
    expect(isAskedAgain()).toBe(true);
    const { src } = shown();
    late("/api/lots/image/a/?size=640&again=1");
    pass(10_000);
    expect(shown().src).toBe(src);
  });

  it("is asked for once more if nothing came, and then says that it was not read", () => {
    render(<LotPicture picture={picture("a")} alt="Рассвет" place="card" />);
    fireEvent.error(shown());
    expect(screen.getByText("Фотография готовится")).toBeVisible();
    pass(3_000);
    expect(isAskedAgain()).toBe(true);
    fireEvent.error(shown());
    pass(10_000);
    expect(screen.getByText("Фотография не загрузилась")).toBeVisible();
  });

  it("begins again with another picture", () => {
    const { rerender } = render(<LotPicture picture={picture("a")} alt="Рассвет" place="card" />);
    fireEvent.error(shown());
    pass(3_000);
    rerender(<LotPicture picture={picture("c")} alt="Рассвет" place="card" />);
    expect(shown().src).toContain("/c/");
    expect(isAskedAgain()).toBe(false);
  });
});
