import type { History, Location } from "@/lib/router";

/** A history beside the browser's, so that pages of one test do not reach the next one. */
export function memoryHistory(path: string): History {
  const { pathname, search, hash } = new URL(path, "http://site");
  const entries: Location[] = [{ pathname, search, hash, state: null, key: "default" }];
  let index = 0;
  let listener: Parameters<History["listen"]>[0] = () => undefined;
  const location = () => entries[index] as Location;
  return {
    location,
    push: (to) => {
      index += 1;
      entries.splice(index, entries.length, to);
    },
    replace: (to) => {
      entries[index] = to;
    },
    go: (delta) => {
      const before = index;
      index = Math.min(Math.max(index + delta, 0), entries.length - 1);
      if (index !== before) listener(location(), index - before);
    },
    listen: (heard) => {
      listener = heard;
      return () => {
        listener = () => undefined;
      };
    },
  };
}
