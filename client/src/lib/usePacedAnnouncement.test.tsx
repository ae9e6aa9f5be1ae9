import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listenToAnnouncements } from "@/testing/announcements";
import { announce } from "./announce";
import { usePacedAnnouncement } from "./usePacedAnnouncement";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "requestAnimationFrame"] });
});

afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("texts announced at once are read one after the other, the oldest of too many not at all", async () => {
  const heard = listenToAnnouncements();
  for (const text of ["первое", "второе", "третье", "четвёртое", "пятое"]) announce(text);
  await pass(5000);
  expect(heard).toEqual(["первое", "третье", "четвёртое", "пятое"]);
});

it("of prices that follow one another fast, every few seconds the newest is read", async () => {
  const heard = listenToAnnouncements();
  function Price({ value }: { value: number }) {
    usePacedAnnouncement(value === 0 ? null : `${value} ₽`);
    return null;
  }
  const { rerender } = render(<Price value={100} />);
  await pass(5000);
  expect(heard).toEqual([]);
  for (let value = 101; value <= 300; value += 1) {
    rerender(<Price value={value} />);
    await pass(50);
  }
  await pass(9000);
  expect(heard).toEqual(["101 ₽", "180 ₽", "260 ₽", "300 ₽"]);

  rerender(<Price value={301} />);
  rerender(<Price value={302} />);
  rerender(<Price value={0} />);
  await pass(9000);
  expect(heard.slice(4)).toEqual(["301 ₽"]);
});
