/** How long after the start a button is waited for that was pressed before. */
const PATIENCE_MS = 5000;

const ACTS = ["pointerdown", "keydown"] as const;

/** The app's button for an act of the first screen, once it can be pressed. A lot has one for each width of the window. */
const find = (act: string) =>
  [
    ...document.querySelectorAll<HTMLButtonElement>(
      `button[data-act="${act}"]:not(.first *, .first-consent *)`,
    ),
  ].find((button) => !button.disabled && button.getClientRects().length > 0);

/** Presses what the visitor pressed on the first screen, before the app had taken its place (`src/boot.ts`). */
export function repeatEarlyPress(root: HTMLElement): void {
  const act = root.dataset.pressed;
  if (!act) return;
  delete root.dataset.pressed;
  const press = () => {
    const button = find(act);
    if (!button) return;
    stop();
    button.focus();
    button.click();
  };
  const watch = new MutationObserver(press);
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const act of ACTS) window.removeEventListener(act, stop, true);
  };
  // Who does something else meanwhile no longer waits for it.
  for (const act of ACTS) window.addEventListener(act, stop, true);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  press();
}
