export interface Path {
  pathname: string;
  /** With its `?`, or empty. */
  search: string;
  /** With its `#`, or empty. */
  hash: string;
}

export interface Location extends Path {
  /** What the navigation carried along. */
  state: unknown;
  /** Tells visits of one address apart; the first one of a tab is "default". */
  key: string;
}

/** An address of the site, as a link's `href` or in parts. Without a path it is of the page that is shown. */
export type To = string | Partial<Path>;

export const addressOf = ({ pathname, search, hash }: Path): string => pathname + search + hash;

const withMark = (mark: string, text = "") => (text === "" || text.startsWith(mark) ? text : mark + text);

/** Where `to` leads from a page. */
export function resolve(to: To, from: Path): Path {
  if (typeof to !== "string") {
    const { pathname = from.pathname, search, hash } = to;
    return { pathname, search: withMark("?", search), hash: withMark("#", hash) };
  }
  const [, pathname = "", search, hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? [];
  // A heading of the page, with all that its address says.
  if (pathname === "" && search === undefined) return { pathname: from.pathname, search: from.search, hash };
  return { pathname: pathname || from.pathname, search: search === "?" ? "" : (search ?? ""), hash };
}

/** Any origin does: only what follows it is read. */
const ORIGIN = "http://site";

/** The same place, percent-encoded as browsers give it back. */
export function encoded(path: Path): Path {
  const { pathname, search, hash } = new URL(ORIGIN + addressOf(path));
  return { pathname, search, hash };
}
