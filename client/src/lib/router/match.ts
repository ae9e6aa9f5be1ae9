import type { ComponentType, ReactNode } from "react";

export interface Route {
  /** From the site's root, or below the parent's. `:name` is any segment, a last `*` any rest. Without one: around its children. */
  path?: string;
  Component?: ComponentType;
  element?: ReactNode;
  /** Loads the component when the route is first visited. The page before stays on the screen meanwhile. */
  lazy?: () => Promise<{ Component: ComponentType }>;
  /** Shown in its place until the first page has loaded. */
  HydrateFallback?: ComponentType;
  /** Shown in its place when it or something in it fails; `useRouteError` has the error. */
  ErrorBoundary?: ComponentType;
  /** What others want to know of the page (`useMatches`). */
  handle?: unknown;
  children?: Route[];
}

export type Params = Readonly<Record<string, string | undefined>>;

export interface Match {
  /** From the outermost to the page's own. None if no route has the address. */
  routes: readonly Route[];
  params: Params;
}

interface Branch {
  routes: readonly Route[];
  path: string;
  score: number;
}

const isParam = (segment: string) => segment.startsWith(":");
const isSplat = (segment: string) => segment === "*";

const segmentsOf = (path: string) => path.split("/").filter(Boolean);

/** Of two routes with one address, the one with more fixed segments wins, and one without `*`. */
function scoreOf(path: string): number {
  const weigh = (segment: string) => (isSplat(segment) ? -2 : isParam(segment) ? 4 : 11);
  return segmentsOf(path).reduce((sum, segment) => sum + weigh(segment), 0);
}

function branchesOf(routes: readonly Route[], above: readonly Route[] = [], base = ""): Branch[] {
  return routes.flatMap((route) => {
    const { path = "", children } = route;
    const whole = path.startsWith("/") ? path : `${base}/${path}`;
    const chain = [...above, route];
    return children
      ? branchesOf(children, chain, whole)
      : [{ routes: chain, path: whole, score: scoreOf(whole) }];
  });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // No encoding at all, such as a lone percent sign.
    return text;
  }
}

/** Finds the values of a pattern's parameters in a path; null if it is another path. Case and final slashes do not matter. */
function readerOf(pattern: string): (pathname: string) => Params | null {
  const segments = segmentsOf(pattern);
  const names = segments.filter((s) => isParam(s) || isSplat(s)).map((s) => (isSplat(s) ? s : s.slice(1)));
  const source = segments.map((s) =>
    isSplat(s) ? "(?:/(.*?))?" : isParam(s) ? "/([^/]+)" : `/${escaped(s)}`,
  );
  const regex = new RegExp(`^${source.join("")}/*$`, "i");
  return (pathname) => {
    const found = regex.exec(pathname);
    return found && Object.fromEntries(names.map((name, i) => [name, decoded(found[i + 1] ?? "")]));
  };
}

/** Whether the path is one of the pattern's. */
export const matchesPath = (pattern: string, pathname: string): boolean =>
  readerOf(pattern)(pathname) !== null;

/** Finds the routes of a path in a tree of them. */
export function matcherOf(tree: readonly Route[]): (pathname: string) => Match {
  const branches = branchesOf(tree)
    .sort((a, b) => b.score - a.score)
    .map(({ routes, path }) => ({ routes, read: readerOf(path) }));
  return (pathname) => {
    for (const { routes, read } of branches) {
      const params = read(pathname);
      if (params) return { routes, params };
    }
    return { routes: [], params: {} };
  };
}
