/** Focuses the element if no other has the focus, because the one that had it was removed or disabled. */
export function catchFocus(element: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  const isLost = !activeElement || activeElement === document.body || activeElement.matches(":disabled");
  if (isLost) element?.focus({ preventScroll: true });
}
