import { useEffect, useLayoutEffect, useState } from "react";
import { useRouter, useScreen } from "./contexts";
import type { Location } from "./paths";

const KEY = "scroll-positions";

/** Visits of a page are told apart by their key. Every page opened by its address has the same, so its address does it. */
const placeOf = ({ key, pathname, search }: Location) => (key === "default" ? pathname + search : key);

/** How far down each place was scrolled, kept for the tab. */
function read(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as [string, number][]);
  } catch {
    return new Map();
  }
}

function write(places: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...places]));
  } catch {
    // Without storage a page that was loaded again starts at its top.
  }
}

/** Scrolls a page where it was when Back or Forward lead to it, to the heading in its address, or to its top. */
export function ScrollRestoration() {
  const router = useRouter();
  const screen = useScreen();
  const { location } = screen;
  const [places] = useState(read);

  useEffect(() => {
    history.scrollRestoration = "manual";
    const keep = () => {
      places.set(placeOf(location), window.scrollY);
      write(places);
      // The browser's own memory serves better than none while the page loads again.
      history.scrollRestoration = "auto";
    };
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      history.scrollRestoration = "auto";
    };
  }, [places, location]);

  useLayoutEffect(
    () => router.beforeLeave(() => places.set(placeOf(location), window.scrollY)),
    [router, places, location],
  );

  useLayoutEffect(() => {
    const place = places.get(placeOf(screen.location));
    const heading = headingOf(screen.location.hash);
    if (place !== undefined) window.scrollTo(0, place);
    else if (heading) heading.scrollIntoView();
    else if (!screen.keepsScroll) window.scrollTo(0, 0);
  }, [places, screen]);
  return null;
}

function headingOf(hash: string): HTMLElement | null {
  if (hash === "") return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
