import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from "react";
import { useMatches } from "react-router";
import type { User } from "./api/types";
import { useSession } from "./auth/session";

interface ShellMode {
  /** True while a full-screen page is shown: no header, footer or tab bar. */
  bare: boolean;
  setBare: (bare: boolean) => void;
  /** The drawer with sections and categories. */
  menuOpened: boolean;
  openMenu: () => void;
  closeMenu: () => void;
}

const Context = createContext<ShellMode | null>(null);

export function ShellModeProvider({ children }: { children: ReactNode }) {
  const [bare, setBare] = useState(false);
  const [menuOpened, setMenuOpened] = useState(false);
  const openMenu = useCallback(() => setMenuOpened(true), []);
  const closeMenu = useCallback(() => setMenuOpened(false), []);
  const value = useMemo(
    () => ({ bare, setBare, menuOpened, openMenu, closeMenu }),
    [bare, menuOpened, openMenu, closeMenu],
  );
  return <Context value={value}>{children}</Context>;
}

export function useShellMode(): ShellMode {
  const mode = use(Context);
  if (!mode) throw new Error("useShellMode needs a ShellModeProvider above it");
  return mode;
}

/** Takes the whole screen while the calling page is mounted (and `active`). */
export function useBareShell(active = true): void {
  const { setBare } = useShellMode();
  useEffect(() => {
    setBare(active);
    return () => setBare(false);
  }, [active, setBare]);
}

/** What a route's `handle` says of the shell around its page. */
export interface ShellHandle {
  /** Whether this user gets the page in a frame of its own, without the site's header, footer and tab bar. */
  ownFrame: (user: User, params: Readonly<Record<string, string | undefined>>) => boolean;
}

function isShellHandle(handle: unknown): handle is ShellHandle {
  return typeof handle === "object" && handle !== null && "ownFrame" in handle;
}

/** Whether the page has a frame of its own. While the session is loading, a page that may have one counts as framed. */
export function useOwnFrame(): boolean {
  const { user, initialized } = useSession();
  return useMatches().some(
    ({ handle, params }) => isShellHandle(handle) && (user ? handle.ownFrame(user, params) : !initialized),
  );
}
