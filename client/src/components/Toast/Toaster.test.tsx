import { notifications } from "@mantine/notifications";
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Toaster } from "./Toaster";
import { tellError } from "./toasts";

const board = vi.hoisted(() => ({ loads: 0 }));
vi.mock("./ToastBoard", async (original) => {
  board.loads += 1;
  return original();
});

const place = vi.hoisted(() => ({ moveClear: vi.fn() }));
vi.mock("@/lib/clearPlace", async (original) => ({ ...(await original<object>()), ...place }));

afterEach(() => {
  act(() => notifications.clean());
  vi.unstubAllGlobals();
});

it("the code of toasts comes once the browser is idle, so that a toast needs no network before the first press", async () => {
  let idle: (() => void) | null = null;
  vi.stubGlobal("requestIdleCallback", (run: () => void) => {
    idle = run;
    return 1;
  });
  vi.stubGlobal("cancelIdleCallback", () => undefined);
  const { unmount } = render(<Toaster />);
  expect(board.loads).toBe(0);
  await act(async () => idle?.());
  await vi.waitFor(() => expect(board.loads).toBe(1));
  act(() => tellError("Нет связи"));
  expect(await screen.findByText("Нет связи")).toBeVisible();
  // Even the first toast keeps clear of the page.
  const [corner] = place.moveClear.mock.lastCall ?? [];
  expect(corner).toContainElement(screen.getByText("Нет связи"));
  unmount();
});
