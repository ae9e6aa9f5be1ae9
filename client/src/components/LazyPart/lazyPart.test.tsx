import { act, render, screen } from "@testing-library/react";
import { type ComponentType, Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lazyDialog, lazyPart, PAUSES } from "./lazyPart";

const { tellError } = vi.hoisted(() => ({ tellError: vi.fn() }));
vi.mock("../Toast/toasts", () => ({ tellError }));

type Module = { default: ComponentType };

const fails = () => Promise.reject(new TypeError("Failed to fetch"));
const comes = () => Promise.resolve({ default: () => <p>Ставка</p> });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  tellError.mockReset();
});

async function show(Part: ComponentType) {
  await act(async () => {
    render(
      <Suspense fallback={<p>Пока</p>}>
        <Part />
      </Suspense>,
    );
  });
}

it("code that does not come is asked for again, and the page stays", async () => {
  const fetchPart = vi.fn<() => Promise<Module>>(fails);
  await show(lazyPart(fetchPart));
  expect(screen.getByText("Пока")).toBeInTheDocument();
  expect(tellError).not.toHaveBeenCalled();

  fetchPart.mockImplementation(comes);
  await act(() => vi.advanceTimersByTimeAsync(PAUSES[0] ?? 0));
  expect(screen.getByText("Ставка")).toBeInTheDocument();
  expect(fetchPart).toHaveBeenCalledTimes(2);
});

it("a dialog says once that it is late, and comes with the network", async () => {
  const fetchPart = vi.fn<() => Promise<Module>>(fails);
  await show(lazyDialog(fetchPart));
  await act(() => vi.advanceTimersByTimeAsync(PAUSES.reduce((sum, pause) => sum + pause)));
  expect(fetchPart).toHaveBeenCalledTimes(1 + PAUSES.length);
  expect(tellError).toHaveBeenCalledOnce();

  // After the last pause only the network's return asks.
  await act(() => vi.advanceTimersByTimeAsync(3_600_000));
  expect(fetchPart).toHaveBeenCalledTimes(1 + PAUSES.length);
  fetchPart.mockImplementation(comes);
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(screen.getByText("Ставка")).toBeInTheDocument();
});
