import { matchPath, type Params, useLocation } from "react-router";
import type { User } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { mayEnterHouse } from "@/trade/rules/staff";

/** Pages for staff, with a frame of their own instead of the site's header, footer and tab bar, and who gets it. */
const FRAMES: { path: string; isFor: (user: User, params: Params) => boolean }[] = [
  { path: "/house-account/:houseId/*", isFor: (user, { houseId }) => mayEnterHouse(user, Number(houseId)) },
  { path: "/admin/*", isFor: ({ isAdmin }) => isAdmin },
];

/**
 * Whether the page has a frame of its own. To others the site's shell says that there is no such page. While the session
 * is loading, a page that may have one counts as framed.
 */
export function useOwnFrame(): boolean {
  const { pathname } = useLocation();
  const { user, initialized } = useSession();
  return FRAMES.some(({ path, isFor }) => {
    const match = matchPath(path, pathname);
    return match !== null && (user ? isFor(user, match.params) : !initialized);
  });
}
