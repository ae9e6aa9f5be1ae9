/** A box on the screen, in CSS pixels from its top left corner. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The space between a notice and what can be pressed beside it. */
const GAP = 4;

/**
 * Where a box may stand, moved up or down from its place, so that it covers as few of the acts as possible and stays on a
 * screen of this height. Of equal places the nearest.
 */
export function clearTop(box: Box, acts: readonly Box[], screen: number): number {
  const height = box.bottom - box.top;
  const beside = acts.filter((act) => act.left < box.right && act.right > box.left);
  const coveredAt = (top: number) =>
    beside.filter((act) => act.top < top + height && act.bottom > top).length;
  const places = [box.top, ...beside.flatMap((act) => [act.bottom + GAP, act.top - height - GAP])]
    .filter((top) => top === box.top || (top >= GAP && top + height <= screen - GAP))
    .map((top) => ({ top, covers: coveredAt(top), way: Math.abs(top - box.top) }));
  return places.reduce((best, place) =>
    place.covers < best.covers || (place.covers === best.covers && place.way < best.way) ? place : best,
  ).top;
}

const ACTS = "a[href], button, input, select, textarea, [role=tab]";

/** Moves an element of the screen up or down from where its style puts it, to where it covers no button. */
export function moveClear(element: HTMLElement): void {
  element.style.removeProperty("top");
  element.style.removeProperty("bottom");
  const box = element.getBoundingClientRect();
  const acts = [...document.querySelectorAll<HTMLElement>(ACTS)]
    .filter((act) => !element.contains(act))
    .map((act) => act.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < innerHeight);
  const top = clearTop(box, acts, innerHeight);
  if (top === box.top) return;
  element.style.top = `${top}px`;
  element.style.bottom = "auto";
}
