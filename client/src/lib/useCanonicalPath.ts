import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { noteCorrection } from "./overlays";

/**
 * Corrects the readable end of the address once the page knows it, without a new entry in the history. Dialogs opened
 * meanwhile stay. Undefined: the page is still loading.
 */
export function useCanonicalPath(path: string | undefined): void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (path === undefined || pathname === path) return;
    noteCorrection(pathname, path);
    void navigate({ pathname: path, search, hash }, { replace: true, preventScrollReset: true, state });
  }, [path, pathname, search, hash, state, navigate]);
}
