import type { ComponentType } from "react";
import type { History } from "./history";
import { type Match, matcherOf, type Route } from "./match";
import { encoded, type Location, resolve, type To } from "./paths";

export interface NavigateOptions {
  /** Takes the place of the page in the history. */
  replace?: boolean;
  state?: unknown;
  /** The new page starts where the one before was scrolled to. */
  preventScrollReset?: boolean;
}

export interface RouterState {
  location: Location;
  historyAction: "POP" | "PUSH" | "REPLACE";
  match: Match;
  /** False until the first page's code is there. */
  initialized: boolean;
  /** The code of the next page is on its way. */
  loading: boolean;
  /** A route whose code did not arrive. */
  fault: { route: Route; error: unknown } | null;
  keepsScroll: boolean;
}

/** May hold a navigation, to ask before it leaves. */
export interface Guard {
  refuses: (from: Location, to: Location) => boolean;
  /** It was held; `leave` does it after all. */
  held: (leave: () => void) => void;
  /** The page has changed, so nothing is held any more. */
  released: () => void;
}

/** Knows which page is shown. Lives outside of React, see `RouterProvider`. */
export interface Router {
  readonly state: RouterState;
  subscribe: (listener: (state: RouterState) => void) => () => void;
  /** Goes to an address, or by a number of entries in the history. Resolves when the page is there. */
  navigate: (to: To | number, options?: NavigateOptions) => Promise<void>;
  componentOf: (route: Route) => ComponentType | undefined;
  guard: (guard: Guard) => () => void;
  /** Calls back when a page is about to be left, while it still stands. */
  beforeLeave: (listener: () => void) => () => void;
  dispose: () => void;
}

const newKey = () => Math.random().toString(36).slice(2, 10);

function adder<T>(set: Set<T>): (item: T) => () => void {
  return (item) => {
    set.add(item);
    return () => set.delete(item);
  };
}

export function createRouter(routes: readonly Route[], history: History): Router {
  const matchOf = matcherOf(routes);
  const loaded = new Map<Route, ComponentType>();
  const componentOf = (route: Route) => route.Component ?? loaded.get(route);
  const listeners = new Set<(state: RouterState) => void>();
  const leavings = new Set<() => void>();
  const guards = new Set<Guard>();
  /** Numbers the navigations: the newest wins. */
  let turn = 0;

  const start = history.location();
  let state: RouterState = {
    location: start,
    historyAction: "POP",
    match: matchOf(start.pathname),
    initialized: false,
    loading: false,
    fault: null,
    keepsScroll: false,
  };
  const update = (changes: Partial<RouterState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener(state);
  };

  /** Shows a page once its code is there. `enter` makes its entry in the history. */
  async function show(
    location: Location,
    historyAction: RouterState["historyAction"],
    keepsScroll: boolean,
    enter: () => void,
  ): Promise<void> {
    turn += 1;
    const mine = turn;
    for (const leaving of leavings) leaving();
    const match = matchOf(location.pathname);
    const missing = match.routes.filter((route) => route.lazy && !loaded.has(route));
    let fault: RouterState["fault"] = null;
    if (missing.length > 0) {
      if (state.initialized) update({ loading: true });
      const load = async (route: Route) => {
        try {
          const page = await route.lazy?.();
          if (page) loaded.set(route, page.Component);
        } catch (error) {
          fault ??= { route, error };
        }
      };
      await Promise.all(missing.map(load));
      if (mine !== turn) return;
    }
    enter();
    update({ location, historyAction, match, initialized: true, loading: false, fault, keepsScroll });
    for (const guard of guards) guard.released();
  }

  const refusing = (to: Location) => [...guards].find(({ refuses }) => refuses(state.location, to));

  /** Called when the way back to the page that a guard did not let go has been made. */
  let returned: (() => void) | null = null;
  let passes = false;
  const stop = history.listen((location, delta) => {
    if (returned) {
      returned();
      returned = null;
      return;
    }
    // An entry that took this page's place cannot be gone back from.
    const guard = passes || delta === 0 ? undefined : refusing(location);
    passes = false;
    if (!guard) {
      void show(location, "POP", false, () => undefined);
      return;
    }
    const back = new Promise<void>((resolved) => {
      returned = resolved;
    });
    history.go(-delta);
    guard.held(() => {
      void back.then(() => {
        passes = true;
        history.go(delta);
      });
    });
  });

  const navigate: Router["navigate"] = async (to, options = {}) => {
    if (typeof to === "number") {
      history.go(to);
      return;
    }
    const { replace = false, state: carried = null, preventScrollReset = false } = options;
    const location: Location = { ...encoded(resolve(to, state.location)), state: carried, key: newKey() };
    const enter = () => (replace ? history.replace(location) : history.push(location));
    const go = () => show(location, replace ? "REPLACE" : "PUSH", preventScrollReset, enter);
    const guard = refusing(location);
    if (guard) guard.held(() => void go());
    else await go();
  };

  void show(start, "POP", false, () => undefined);
  return {
    get state() {
      return state;
    },
    subscribe: adder(listeners),
    navigate,
    componentOf,
    guard: adder(guards),
    beforeLeave: adder(leavings),
    dispose: stop,
  };
}
