import {
  createPath,
  type Location,
  type NavigateOptions,
  type Navigator,
  type Path,
  type To,
  UNSAFE_createBrowserHistory,
  UNSAFE_createMemoryHistory,
} from "react-router";
import { notePlace, setKeeper } from "../overlays";

type History = ReturnType<typeof UNSAFE_createBrowserHistory>;

/** Where the visitor is, and how they came. */
export interface Place {
  location: Location;
  action: History["action"];
  /** What the link or action asked for, such as keeping the scroll position. Nothing after Back and Forward. */
  options: NavigateOptions;
  /** The tab was opened here, or has loaded the site again. */
  isOpening: boolean;
}

/** Asked before each move. */
export interface Guard {
  /** Whether the visitor must decide first. */
  holds: (to: Path) => boolean;
  /** The move waits: `proceed` makes it after all. */
  onHeld: (proceed: () => void) => void;
}

/**
 * The history of a tab, with what React Router has only in its data router, which weighs as much again as the rest of
 * it: moves can be held back, and listeners learn of a move before it is shown.
 */
export interface Navigation {
  navigator: Navigator;
  readonly place: Place;
  subscribe: (listener: (place: Place) => void) => () => void;
  guard: (guard: Guard) => () => void;
  /** Whether Back and Forward are the navigation's own now: it is on its way, or holds a move to `to`. */
  keeps: (to: Path) => boolean;
  dispose: () => void;
}

/** A way back or forward that may take several events, because overlays have entries of their own (`../overlays.ts`). */
interface Passage {
  /** Pages still to go. */
  left: number;
  then: () => void;
}

function createNavigation(history: History): Navigation {
  const listeners = new Set<(place: Place) => void>();
  const guards = new Set<Guard>();
  let place: Place = {
    location: history.location,
    action: history.action,
    options: {},
    isOpening: true,
  };
  let passage: Passage | null = null;

  const arrive = (options: NavigateOptions = {}) => {
    place = { location: history.location, action: history.action, options, isOpening: false };
    for (const listener of listeners) listener(place);
  };
  const guardOf = (to: Path) => [...guards].find((guard) => guard.holds(to));
  const pass = (pages: number, then: () => void) => {
    passage = { left: pages, then };
    history.go(pages);
  };

  const dispose = history.listen(({ location, delta }) => {
    if (passage) {
      passage.left -= delta ?? passage.left;
      if (passage.left !== 0) {
        history.go(passage.left);
        return;
      }
      const { then } = passage;
      passage = null;
      then();
      return;
    }
    // No delta: an entry that the app did not make, such as an address edited by hand.
    const guard = delta ? guardOf(location) : undefined;
    if (!guard || !delta) {
      arrive();
      return;
    }
    // The question is asked on the page that it is about: a dialog adds an entry to the history, which must follow that page's.
    pass(-delta, () =>
      guard.onHeld(() => {
        if (delta < 0) {
          pass(delta, arrive);
          return;
        }
        // The dialog's entry has replaced those ahead.
        history.push(location, location.state);
        arrive();
      }),
    );
  });

  const change =
    (method: "push" | "replace") =>
    (to: To, state?: unknown, options?: NavigateOptions): void => {
      const proceed = () => {
        history[method](to, state);
        arrive(options);
      };
      const guard = guardOf(history.encodeLocation(to));
      if (guard) guard.onHeld(proceed);
      else proceed();
    };

  return {
    navigator: {
      createHref: (to) => history.createHref(typeof to === "string" ? to : createPath(to)),
      createURL: history.createURL,
      encodeLocation: history.encodeLocation,
      go: history.go,
      push: change("push"),
      replace: change("replace"),
    },
    get place() {
      return place;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    guard: (guard) => {
      guards.add(guard);
      return () => void guards.delete(guard);
    },
    keeps: (to) => passage !== null || guardOf(to) !== undefined,
    dispose,
  };
}

export function browserNavigation(): Navigation {
  const navigation = createNavigation(UNSAFE_createBrowserHistory());
  navigation.subscribe(notePlace);
  setKeeper(() => navigation.keeps(window.location));
  return navigation;
}

/** For tests: a history that begins at `path` and changes no address. */
export const memoryNavigation = (path: string): Navigation =>
  createNavigation(UNSAFE_createMemoryHistory({ initialEntries: [path] }));
