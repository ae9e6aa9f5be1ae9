/**
 * The overlays open above the page, the newest last. Back closes the newest instead of the page: each opening pushes an
 * entry onto the history. An entry left behind, because its dialog was closed another way, is skipped.
 */
interface Overlay {
  close: () => void;
}

const open: Overlay[] = [];

/** The key in the history's state, beside the router's own fields. */
const MARK = "overlay";

interface HistoryEntry {
  /** The router's index and key of the page, which an overlay's entry shares with its page. */
  index: number;
  key: unknown;
  step: boolean;
  path: string;
}

function currentEntry(): HistoryEntry {
  const state = history.state as Record<string, unknown> | null;
  return {
    index: Number(state?.idx ?? 0),
    key: state?.key,
    step: state?.[MARK] === true,
    path: location.pathname,
  };
}

let here = currentEntry();
let passing = false;

/** The last redirect to the readable form of a page's address. The page stays, and so do the overlays above it. */
let correction = { from: "", to: "" };

/** To be called before such a redirect. */
export function noteCorrection(from: string, to: string): void {
  correction = { from, to };
}

/** Whether both addresses are of the page that was just redirected, or are the same. */
export const isSamePage = (from: string, to: string): boolean =>
  from === to || (from === correction.from && to === correction.to);

function addStep(): void {
  if (!currentEntry().step) history.pushState({ ...history.state, [MARK]: true }, "");
  here = currentEntry();
}

/** Whether the navigation keeps a page from being left, or is taking the visitor back to it. */
let keeps = () => false;

export function setKeeper(keeper: () => boolean): void {
  keeps = keeper;
}

/**
 * To be called at every move, because the router pushes silently. An overlay that stays open while the address
 * changes, such as the filters' drawer, is still the first that Back closes.
 */
export function notePlace(): void {
  const { path } = here;
  here = currentEntry();
  if (open.length > 0 && isSamePage(path, here.path)) addStep();
}

function onPop(event: PopStateEvent): void {
  const before = here;
  here = currentEntry();
  const sameIndex = before.index === here.index;
  const samePage = sameIndex && before.key === here.key;
  // A redirect replaced an overlay's entry and left the page's own below it, with the address before.
  const outdated = sameIndex && !samePage && isSamePage(here.path, before.path) && here.path !== before.path;
  const back = samePage ? before.step && !here.step : here.index < before.index;
  // The navigation counts the entries of overlays too.
  if (keeps()) {
    passing = false;
    return;
  }
  // Hides the event from the router.
  if (samePage || outdated) event.stopImmediatePropagation();
  if (outdated) {
    history.back();
    return;
  }
  if (passing) {
    passing = false;
    return;
  }
  const top = open.at(-1);
  if (samePage && back) {
    // Nothing was open: the entry was left behind, and Back meant the previous page.
    if (!top) history.back();
    else {
      if (open.length > 1) addStep();
      top.close();
    }
  } else if (here.step && !top) {
    // Forward may have no entry to go to, and then no event comes.
    passing = back;
    if (back) history.back();
    else history.forward();
  }
}

// Registered before the router's listener, which the app adds after this module has loaded.
window.addEventListener("popstate", onPop);

/** Whether a dialog has the keyboard, and keys of the page below mean nothing. */
export const isOverlayOpen = (): boolean => open.length > 0;

/** Opens an overlay on top. The returned function removes it. */
export function openOverlay(close: () => void): () => void {
  const overlay = { close };
  open.push(overlay);
  addStep();
  return () => {
    const at = open.indexOf(overlay);
    if (at !== -1) open.splice(at, 1);
  };
}
