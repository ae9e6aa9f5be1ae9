import { createContext, type ReactNode } from "react";

/** The way out of an address that leads nowhere. */
export interface WayOut {
  label: string;
  to: string;
}

/** How a frame with pages of its own says that it has no such page. Without one the site says it. */
export const MissingPage = createContext<((way?: WayOut) => ReactNode) | null>(null);
