import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { repeatEarlyPress } from "./earlyPress";

afterEach(() => {
  vi.useRealTimers();
});

const FIRST = '<div class="first"><button type="button" data-act="lot">СДЕЛАТЬ СТАВКУ</button></div>';

/** The app's root with the first screen, on which `pressed` was pressed. */
function rootWith(pressed?: string): HTMLElement {
  const root = document.createElement("div");
  root.innerHTML = FIRST;
  if (pressed) root.dataset.pressed = pressed;
  document.body.append(root);
  return root;
}

/** jsdom lays nothing out. */
const shown = (element: HTMLElement | null) => {
  if (element) element.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
};

it("presses the app's button once, when it can be pressed", async () => {
  const first = vi.fn();
  const root = rootWith("lot");
  root.querySelector("button")?.addEventListener("click", first);
  repeatEarlyPress(root);

  const bid = vi.fn();
  const { rerender } = render(
    <button type="button" data-act="lot" disabled ref={shown} onClick={bid}>
      Ставка
    </button>,
  );
  expect(bid).not.toHaveBeenCalled();
  await act(async () =>
    rerender(
      <button type="button" data-act="lot" ref={shown} onClick={bid}>
        Ставка
      </button>,
    ),
  );
  expect(bid).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Ставка" })).toHaveFocus();

  await act(async () => repeatEarlyPress(root));
  expect(bid).toHaveBeenCalledOnce();
  expect(first).not.toHaveBeenCalled();
  root.remove();
});

it("presses nothing that the window does not show, nothing later than is patient, and nothing unasked", async () => {
  vi.useFakeTimers();
  const pressed = vi.fn();
  const late = rootWith("lot");
  repeatEarlyPress(late);
  const view = render(
    <button type="button" data-act="lot" onClick={pressed}>
      Скрыта
    </button>,
  );
  await vi.advanceTimersByTimeAsync(5000);
  view.rerender(
    <button type="button" data-act="lot" ref={shown} onClick={pressed}>
      Видна
    </button>,
  );
  repeatEarlyPress(rootWith());
  await vi.advanceTimersByTimeAsync(0);
  expect(pressed).not.toHaveBeenCalled();
  document.body.replaceChildren();
});
