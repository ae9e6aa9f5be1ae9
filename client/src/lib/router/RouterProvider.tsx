import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { ErrorContext, LoadingContext, RouterContext, ScreenContext } from "./contexts";
import type { Location } from "./paths";
import type { Router, RouterState } from "./router";

const OutletContext = createContext<ReactNode>(null);

/** Where the component of a route with children shows the one that matches. */
export function Outlet(): ReactNode {
  return use(OutletContext);
}

/**
 * Shows the router's page. Each new one is a transition: the page before stays until all of the new one can be shown.
 */
export function RouterProvider({ router }: { router: Router }) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    const take = () => startTransition(() => setState(router.state));
    // It may have changed since the first rendering.
    take();
    return router.subscribe(take);
  }, [router]);

  const { location, match, keepsScroll, fault, initialized, loading } = state;
  const screen = useMemo(() => ({ location, match, keepsScroll }), [location, match, keepsScroll]);
  const page = useMemo(
    () => pageOf(router, { location, match, fault, initialized }),
    [router, location, match, fault, initialized],
  );
  return (
    <RouterContext value={router}>
      <ScreenContext value={screen}>
        <LoadingContext value={loading}>{page}</LoadingContext>
      </ScreenContext>
    </RouterContext>
  );
}

type Shown = Pick<RouterState, "location" | "match" | "fault" | "initialized">;

/** The components of the page's routes, each in the outlet of the one around it. */
function pageOf(router: Router, { location, match: { routes }, fault, initialized }: Shown): ReactNode {
  /** The innermost route down to `last` that has something to show in place of its component. */
  const standIn = (last: number, part: "HydrateFallback" | "ErrorBoundary") =>
    routes.findLastIndex((route, i) => i <= last && route[part] !== undefined);
  const missing = initialized ? -1 : routes.findIndex((route) => route.lazy && !router.componentOf(route));
  const waiting = missing === -1 ? -1 : standIn(missing, "HydrateFallback");
  const failed = fault ? standIn(routes.indexOf(fault.route), "ErrorBoundary") : -1;
  if (fault && failed === -1) throw fault.error;

  let page: ReactNode = null;
  const innermost = waiting !== -1 ? waiting : failed !== -1 ? failed : routes.length - 1;
  for (const [i, route] of [...routes.entries()].slice(0, innermost + 1).reverse()) {
    const { element, ErrorBoundary, HydrateFallback } = route;
    const Page = router.componentOf(route);
    let content = element ?? (Page ? <Page /> : page);
    if (i === waiting && HydrateFallback) content = <HydrateFallback />;
    if (i === failed && fault && ErrorBoundary)
      content = <Failure Shown={ErrorBoundary} error={fault.error} />;
    page = <OutletContext value={page}>{content}</OutletContext>;
    if (ErrorBoundary) {
      page = (
        <RouteBoundary Shown={ErrorBoundary} location={location}>
          {page}
        </RouteBoundary>
      );
    }
  }
  return page;
}

interface FailureProps {
  Shown: ComponentType;
  error: unknown;
}

function Failure({ Shown, error }: FailureProps) {
  return (
    <ErrorContext value={error}>
      <Shown />
    </ErrorContext>
  );
}

interface RouteBoundaryProps {
  Shown: ComponentType;
  location: Location;
  children: ReactNode;
}

interface RouteBoundaryState {
  failure: { error: unknown } | null;
  location: Location;
}

/** Shows `Shown` in place of a route that failed, until the next navigation. */
class RouteBoundary extends Component<RouteBoundaryProps, RouteBoundaryState> {
  override state: RouteBoundaryState = { failure: null, location: this.props.location };

  static getDerivedStateFromError(error: unknown): Partial<RouteBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(
    { location }: RouteBoundaryProps,
    state: RouteBoundaryState,
  ): RouteBoundaryState | null {
    return location === state.location ? null : { failure: null, location };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <Failure Shown={this.props.Shown} error={failure.error} /> : this.props.children;
  }
}
