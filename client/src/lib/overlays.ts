/**
 * What lies open above the page, the newest last. The browser's Back takes the newest away instead of the page: each
 * opening adds one step to the history, and a step that was left behind, because its dialog was closed otherwise, is
 * passed over.
 */
interface Overlay {
  close: () => void;
}

const open: Overlay[] = [];

/** In the history's state, beside the router's own fields. */
const MARK = "overlay";

interface Place {
  /** The router's number and name of the page; a step of ours shares them with its page. */
  index: number;
  key: unknown;
  step: boolean;
  path: string;
}

function place(): Place {
  const state = history.state as Record<string, unknown> | null;
  return {
    index: Number(state?.idx ?? 0),
    key: state?.key,
    step: state?.[MARK] === true,
    path: location.pathname,
  };
}

let here = place();
let passing = false;

function addStep(): void {
  if (!place().step) history.pushState({ ...history.state, [MARK]: true }, "");
  here = place();
}

/**
 * To be called whenever the router has gone to another address: it pushes without telling anybody. What lies open above
 * a page of which only the address has changed, as the filters' drawer does, is still the first that Back takes away.
 */
export function notePlace(): void {
  const { path } = here;
  here = place();
  if (open.length > 0 && here.path === path) addStep();
}

function onPop(event: PopStateEvent): void {
  const before = here;
  here = place();
  const samePage = before.index === here.index && before.key === here.key;
  const back = samePage ? before.step && !here.step : here.index < before.index;
  // For the router nothing has happened.
  if (samePage) event.stopImmediatePropagation();
  if (passing) {
    passing = false;
    return;
  }
  const top = open.at(-1);
  if (samePage && back) {
    // Nothing was open: the step was left behind, and whoever pressed Back meant the page before.
    if (!top) history.back();
    else {
      if (open.length > 1) addStep();
      top.close();
    }
  } else if (here.step && !top) {
    // Forward may find nothing behind the step, and then no event comes.
    passing = back;
    if (back) history.back();
    else history.forward();
  }
}

// Before the router's own listener: it is made when the app starts, after this module was loaded.
window.addEventListener("popstate", onPop);

/** Puts a dialog on top; the returned function takes it away again. */
export function openOverlay(close: () => void): () => void {
  const overlay = { close };
  open.push(overlay);
  addStep();
  return () => {
    const at = open.indexOf(overlay);
    if (at !== -1) open.splice(at, 1);
  };
}
