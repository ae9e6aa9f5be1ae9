/**
 * Pages by address: routes with layouts and lazily loaded components, links, Back and Forward, scroll positions, and
 * asking before a page is left. The site needs nothing else of a router (docs/decisions/0019-own-router.md).
 */
export { browserHistory, type History } from "./history";
export {
  useBlocker,
  useLocation,
  useMatches,
  useNavigate,
  usePageLoads,
  useParams,
  useRouteError,
  useSearchParams,
} from "./hooks";
export { Link, Navigate, NavLink } from "./Link";
export { matchesPath, type Route } from "./match";
export type { Location, Path } from "./paths";
export { Outlet, RouterProvider } from "./RouterProvider";
export { createRouter, type Router } from "./router";
export { ScrollRestoration } from "./ScrollRestoration";
