/** A box on the screen, in CSS pixels from its top left corner. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The space between a notice and what stays in sight beside it. */
const GAP = 4;

/**
 * Where a box may stand, moved up or down from its place, so that it covers as few of the others as possible and stays on a
 * screen of this height. Of equal places the nearest.
 */
export function clearTop(box: Box, others: readonly Box[], screen: number): number {
  const height = box.bottom - box.top;
  const beside = others.filter((other) => other.left < box.right && other.right > box.left);
  const coveredAt = (top: number) =>
    beside.filter((other) => other.top < top + height && other.bottom > top).length;
  const places = [box.top, ...beside.flatMap((other) => [other.bottom + GAP, other.top - height - GAP])]
    .filter((top) => top === box.top || (top >= GAP && top + height <= screen - GAP))
    .map((top) => ({ top, covers: coveredAt(top), way: Math.abs(top - box.top) }));
  return places.reduce((best, place) =>
    place.covers < best.covers || (place.covers === best.covers && place.way < best.way) ? place : best,
  ).top;
}

/** What stays in sight: the page's name, whatever can be pressed, and prices in trade. */
const KEPT = "h1, a[href], button, input, select, textarea, [role=tab], [data-price]";

const DIALOG = "[aria-modal=true]";
const dialogs = () => [...document.querySelectorAll(DIALOG)];

/** Moves an element of the screen up or down from where its style puts it, to where it covers no button and no price. */
export function moveClear(element: HTMLElement): void {
  element.style.removeProperty("top");
  element.style.removeProperty("bottom");
  const box = element.getBoundingClientRect();
  // Nothing below an open dialog can be pressed.
  const opened = dialogs();
  const kept = (opened.length > 0 ? opened : [document])
    .flatMap((part) => [...part.querySelectorAll(KEPT)])
    .filter((other) => !element.contains(other))
    .map((other) => other.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < innerHeight);
  const top = clearTop(box, kept, innerHeight);
  if (top === box.top) return;
  element.style.top = `${top}px`;
  element.style.bottom = "auto";
}

/**
 * Calls `place` when the screen turns or changes its width, and when a dialog opens, stands still, or closes. Not while the page
 * scrolls, when a phone's browser changes the height alone: a notice that moved with the page would flee from the finger. The
 * returned function ends it.
 */
export function onNewScreen(place: () => void): () => void {
  let opened = dialogs().length;
  const observer = new MutationObserver(() => {
    const before = opened;
    opened = dialogs().length;
    if (opened !== before) place();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const settled = ({ target }: Event) => {
    if (target instanceof Element && target.matches(DIALOG)) place();
  };
  let width = innerWidth;
  const resized = () => {
    if (innerWidth === width) return;
    width = innerWidth;
    place();
  };
  document.addEventListener("transitionend", settled);
  window.addEventListener("resize", resized);
  return () => {
    observer.disconnect();
    document.removeEventListener("transitionend", settled);
    window.removeEventListener("resize", resized);
  };
}
