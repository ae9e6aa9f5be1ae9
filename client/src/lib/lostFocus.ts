/** Whether no element has the focus, because the one that had it was removed or disabled. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches(":disabled");
}

/** Focuses the element if the focus was lost. */
export function catchFocus(element: HTMLElement | null | undefined): void {
  if (isFocusLost()) element?.focus({ preventScroll: true });
}
