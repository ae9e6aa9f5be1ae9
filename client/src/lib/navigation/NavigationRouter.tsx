import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState, useTransition } from "react";
import { flushSync } from "react-dom";
import { Router } from "react-router";
import type { Navigation, Place } from "./navigation";

interface Moves {
  navigation: Navigation;
  /** The place that is shown. */
  place: Place;
  /** The next page is loading; this one stays meanwhile. */
  isLoading: boolean;
}

const Context = createContext<Moves | null>(null);

interface NavigationRouterProps {
  navigation: Navigation;
  children: ReactNode;
}

/** Shows what is at the visitor's place. A page whose code has to be loaded appears once it is there. */
export function NavigationRouter({ navigation, children }: NavigationRouterProps) {
  const [place, setPlace] = useState(navigation.place);
  const [isLoading, startTransition] = useTransition();
  useLayoutEffect(() => {
    // The first rendering may have been interrupted by a move.
    setPlace(navigation.place);
    return navigation.subscribe((next) => {
      if (next.options.flushSync) flushSync(() => setPlace(next));
      else startTransition(() => setPlace(next));
    });
  }, [navigation]);
  const moves = useMemo(() => ({ navigation, place, isLoading }), [navigation, place, isLoading]);
  return (
    <Context value={moves}>
      <Router location={place.location} navigationType={place.action} navigator={navigation.navigator}>
        {children}
      </Router>
    </Context>
  );
}

export function useMoves(): Moves {
  const moves = use(Context);
  if (!moves) throw new Error("useMoves needs a NavigationRouter above it");
  return moves;
}
