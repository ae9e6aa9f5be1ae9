/** How long after the start a button is waited for that was pressed before. */
const PATIENCE_MS = 5000;

const INPUT_EVENTS = ["pointerdown", "keydown"] as const;

/** The app's button for an action of the first screen, once it can be pressed. A lot has one for each window width. */
const find = (action: string) =>
  [
    ...document.querySelectorAll<HTMLButtonElement>(
      `button[data-act="${action}"]:not(.first *, .first-consent *)`,
    ),
  ].find((button) => !button.disabled && button.getClientRects().length > 0);

/** Presses what the visitor pressed on the first screen, before the app had taken its place (`src/boot.ts`). */
export function repeatEarlyPress(root: HTMLElement): void {
  const action = root.dataset.pressed;
  if (!action) return;
  delete root.dataset.pressed;
  const press = () => {
    const button = find(action);
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
    for (const event of INPUT_EVENTS) window.removeEventListener(event, stop, true);
  };
  // Who does something else meanwhile no longer waits for it.
  for (const event of INPUT_EVENTS) window.addEventListener(event, stop, true);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  press();
}
