import { useEffect, useEffectEvent, useState } from "react";
import { type Path, useLocation } from "react-router";
import { useMoves } from "./NavigationRouter";

/** The visitor is about to leave. */
export interface Leaving {
  proceed: () => void;
  stay: () => void;
}

/**
 * Holds a visitor who would lose something by leaving. Within the site the caller asks and then calls `proceed` or `stay`;
 * before the tab is closed or loads again, the browser asks.
 *
 * `isSame` says whether two addresses show what would be lost, so that nobody is asked.
 */
export function useLeaveGuard(unsaved: boolean, isSame: (from: Path, to: Path) => boolean): Leaving | null {
  const { navigation } = useMoves();
  const here = useLocation();
  const [held, setHeld] = useState<(() => void) | null>(null);
  const holds = useEffectEvent((to: Path) => unsaved && !isSame(here, to));

  useEffect(
    () =>
      navigation.guard({
        holds: (to) => holds(to),
        onHeld: (proceed) => setHeld(() => proceed),
      }),
    [navigation],
  );

  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);

  return (
    held && {
      proceed: () => {
        setHeld(null);
        held();
      },
      stay: () => setHeld(null),
    }
  );
}
