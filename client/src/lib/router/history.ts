import { addressOf, type Location } from "./paths";

/** The entries that Back and Forward go through. */
export interface History {
  location: () => Location;
  push: (location: Location) => void;
  replace: (location: Location) => void;
  go: (delta: number) => void;
  /** Hears of Back and Forward, and by how many entries. */
  listen: (listener: (location: Location, delta: number) => void) => () => void;
}

/** What an entry of the browser's history holds. */
interface Entry {
  usr: unknown;
  key: string;
  /** The entry's number, which tells Back from Forward. */
  idx: number;
}

/** The browser's own. */
export function browserHistory(): History {
  const entry = () => window.history.state as Partial<Entry> | null;
  /** Gives a number to an entry that the browser made, such as of a link to a heading. */
  const number = (idx: number) => window.history.replaceState({ ...entry(), idx }, "");
  if (entry()?.idx === undefined) number(0);
  const indexNow = () => entry()?.idx ?? 0;
  let index = indexNow();

  const location = (): Location => {
    const { pathname, search, hash } = window.location;
    return { pathname, search, hash, state: entry()?.usr ?? null, key: entry()?.key ?? "default" };
  };
  return {
    location,
    push(to) {
      index = indexNow() + 1;
      const made: Entry = { usr: to.state, key: to.key, idx: index };
      try {
        window.history.pushState(made, "", addressOf(to));
      } catch (error) {
        // The state cannot be stored: our mistake. Otherwise the browser has enough of new entries, but takes a load.
        if (error instanceof DOMException && error.name === "DataCloneError") throw error;
        window.location.assign(addressOf(to));
      }
    },
    replace(to) {
      index = indexNow();
      const made: Entry = { usr: to.state, key: to.key, idx: index };
      window.history.replaceState(made, "", addressOf(to));
    },
    go: (delta) => window.history.go(delta),
    listen(listener) {
      const onPop = () => {
        if (entry()?.idx === undefined) number(index + 1);
        const delta = indexNow() - index;
        index += delta;
        listener(location(), delta);
      };
      window.addEventListener("popstate", onPop);
      return () => window.removeEventListener("popstate", onPop);
    },
  };
}
