import { use, useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { ErrorContext, LoadingContext, useRouter, useScreen } from "./contexts";
import type { Params } from "./match";
import type { Location } from "./paths";
import type { NavigateOptions, Router } from "./router";

export const useLocation = (): Location => useScreen().location;

/** The parameters in the page's path, decoded. */
export const useParams = (): Params => useScreen().match.params;

/** The routes of the page, with what each says of itself. */
export function useMatches(): { handle: unknown; params: Params }[] {
  const { routes, params } = useScreen().match;
  return useMemo(() => routes.map(({ handle }) => ({ handle, params })), [routes, params]);
}

export const useNavigate = (): Router["navigate"] => useRouter().navigate;

/** Whether the code of the next page is on its way. */
export const usePageLoads = (): boolean => use(LoadingContext);

/** What the nearest `ErrorBoundary` of a route stands in for. */
export const useRouteError = (): unknown => use(ErrorContext);

type SetSearchParams = (
  change: (before: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/** The parameters after the address's `?`. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const router = useRouter();
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetSearchParams>(
    (change, options) => {
      // What the address says now: another change may be on its way to the screen.
      const next = change(new URLSearchParams(router.state.location.search));
      void router.navigate(`?${next}`, options);
    },
    [router],
  );
  return [params, set];
}

type Blocker =
  | { state: "unblocked"; proceed?: undefined; reset?: undefined }
  | { state: "blocked"; proceed: () => void; reset: () => void };

const UNBLOCKED: Blocker = { state: "unblocked" };

interface Leaving {
  currentLocation: Location;
  nextLocation: Location;
}

/** Holds navigations that `refuses` is true for, Back and Forward too, until the viewer has decided. */
export function useBlocker(refuses: (leaving: Leaving) => boolean): Blocker {
  const router = useRouter();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = useEffectEvent(refuses);
  useEffect(
    () =>
      router.guard({
        refuses: (currentLocation, nextLocation) => ask({ currentLocation, nextLocation }),
        held: (go) => setLeave(() => go),
        released: () => setLeave(null),
      }),
    [router],
  );
  return useMemo(() => {
    if (!leave) return UNBLOCKED;
    const reset = () => setLeave(null);
    const proceed = () => {
      reset();
      leave();
    };
    return { state: "blocked", proceed, reset };
  }, [leave]);
}
