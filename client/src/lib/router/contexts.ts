import { createContext, use } from "react";
import type { Match } from "./match";
import type { Location } from "./paths";
import type { Router } from "./router";

/** What is on the screen. A new one for every navigation. */
export interface Screen {
  location: Location;
  match: Match;
  keepsScroll: boolean;
}

export const RouterContext = createContext<Router | null>(null);
export const ScreenContext = createContext<Screen | null>(null);
export const LoadingContext = createContext(false);
export const ErrorContext = createContext<unknown>(undefined);

export function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error("there is no RouterProvider above");
  return router;
}

export function useScreen(): Screen {
  const screen = use(ScreenContext);
  if (!screen) throw new Error("there is no RouterProvider above");
  return screen;
}
