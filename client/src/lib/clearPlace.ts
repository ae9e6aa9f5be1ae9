/** A box on the screen, in CSS pixels from its top left corner. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** An area a notice should avoid; a higher weight matters more. */
export interface Kept extends Box {
  weight: number;
}

/** The space between a notice and what stays in sight beside it. */
const GAP = 4;

/**
 * Moves a box up or down to the position where it covers the least total weight of the others and stays on a screen of this
 * height; the nearest of equally good positions. Returns its new top.
 */
export function clearTop(box: Box, others: readonly Kept[], screen: number): number {
  const height = box.bottom - box.top;
  const beside = others.filter((other) => other.left < box.right && other.right > box.left);
  const coveredAt = (top: number) =>
    beside
      .filter((other) => other.top < top + height && other.bottom > top)
      .reduce((sum, { weight }) => sum + weight, 0);
  const places = [box.top, ...beside.flatMap((other) => [other.bottom + GAP, other.top - height - GAP])]
    .filter((top) => top === box.top || (top >= GAP && top + height <= screen - GAP))
    .map((top) => ({ top, covers: coveredAt(top), way: Math.abs(top - box.top) }));
  return places.reduce((best, place) =>
    place.covers < best.covers || (place.covers === best.covers && place.way < best.way) ? place : best,
  ).top;
}

/** What must stay visible: controls, and prices of lots in trade. */
const KEPT = "a[href], button, input, select, summary, textarea, [role=tab], [data-price]";

const DIALOG = "[aria-modal=true]";
const dialogs = () => [...document.querySelectorAll(DIALOG)];

/** The heading of an empty list. */
const EMPTY = "[data-empty-title]";
const dialogsAndEmpties = () => document.querySelectorAll(`${DIALOG}, ${EMPTY}`).length;

/** The title of the page or the dialog and the heading of an empty list stay visible unless that covers a control. */
const NAME = `h1, ${DIALOG} h2, ${EMPTY}`;
const NAME_WEIGHT = 0.5;

/** The box of an element; for headings, which are as wide as their column, the box of the text. */
function boxOf(element: Element): DOMRect {
  if (!element.matches(NAME)) return element.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(element);
  return text.getBoundingClientRect();
}

/** Moves a fixed element up or down from its styled position so that it covers no control, price or title. */
export function moveClear(element: HTMLElement): void {
  element.style.removeProperty("top");
  element.style.removeProperty("bottom");
  const box = element.getBoundingClientRect();
  // Nothing below an open dialog can be pressed.
  const opened = dialogs();
  const kept = (opened.length > 0 ? opened : [document])
    .flatMap((part) => [...part.querySelectorAll(`${KEPT}, ${NAME}`)])
    .filter((other) => !element.contains(other))
    .map((other) => ({ other, at: boxOf(other) }))
    .filter(({ at }) => at.width > 1 && at.height > 1 && at.bottom > 0 && at.top < innerHeight)
    .map(({ other, at: { left, right, top, bottom } }) => ({
      left,
      right,
      top,
      bottom,
      weight: other.matches(NAME) ? NAME_WEIGHT : 1,
    }));
  const top = clearTop(box, kept, innerHeight);
  if (top === box.top) return;
  element.style.top = `${top}px`;
  element.style.bottom = "auto";
}

/**
 * Calls `place` when the screen's width or orientation changes, when a dialog opens, finishes its animation or closes, and when a
 * list becomes empty, often through the very action a notice reports. Does not call it while the page scrolls, when phone browsers
 * change only the height: a notice that moved then would escape the finger. Returns a function that stops it.
 */
export function onNewScreen(place: () => void): () => void {
  let shown = dialogsAndEmpties();
  const observer = new MutationObserver(() => {
    const before = shown;
    shown = dialogsAndEmpties();
    if (shown !== before) place();
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
