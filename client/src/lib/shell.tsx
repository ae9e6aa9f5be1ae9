import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useMemo, useState } from "react";

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
  // Before the browser paints: where the header takes no space, the page would move up.
  useLayoutEffect(() => {
    setBare(active);
    return () => setBare(false);
  }, [active, setBare]);
}
