import { useEffect, useState } from "react";
import { askedAgain, type Sources } from "./images";

/**
 * A view that is not ready in time is answered with a smaller one, or with 503 if there is none. It is ready soon
 * after, so a picture is asked for once more.
 */
export const AGAIN_AFTER_MS = 3_000;

type Listener = (address: string) => void;
const listeners = new Set<Listener>();
let observer: PerformanceObserver | null = null;

/** `Server-Timing` is the one header of a picture that scripts can read. Browsers without it keep the smaller view. */
function observe(): void {
  if (observer || typeof PerformanceObserver === "undefined") return;
  observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const timings = (entry as PerformanceResourceTiming).serverTiming ?? [];
      if (!timings.some(({ name }) => name === "late")) continue;
      const { pathname, search } = new URL(entry.name);
      for (const listener of listeners) listener(pathname + search);
    }
  });
  observer.observe({ type: "resource", buffered: true });
}

const addresses = ({ src, srcSet = "" }: Sources) => [
  src,
  ...srcSet.split(", ").map((url) => url.split(" ")[0]),
];

interface Look {
  src: string | undefined;
  again: boolean;
  failed: boolean;
  /** Waiting before asking again. */
  waits: boolean;
}

/** What to load now, whether nothing came, and whether it is still waited for. */
export function useSecondLook(sources: Sources | null) {
  const src = sources?.src;
  const first: Look = { src, again: false, failed: false, waits: false };
  const [state, setState] = useState(first);
  const look = state.src === src ? state : first;
  const srcSet = sources?.srcSet;

  useEffect(() => {
    if (src === undefined || look.again) return;
    observe();
    const known = addresses({ src, srcSet });
    const listener: Listener = (address) => {
      if (known.includes(address)) setState({ src, again: false, failed: false, waits: true });
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [src, srcSet, look.again]);

  useEffect(() => {
    if (!look.waits) return;
    const timer = setTimeout(
      () => setState({ src, again: true, failed: false, waits: false }),
      AGAIN_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [src, look.waits]);

  return {
    sources: sources && look.again ? askedAgain(sources) : sources,
    failed: look.failed,
    waits: look.waits,
    /** Once nothing came: to be pressed by a person. */
    retry: () => setState(first),
    onError: () => setState({ src, again: look.again, failed: true, waits: !look.again }),
  };
}
