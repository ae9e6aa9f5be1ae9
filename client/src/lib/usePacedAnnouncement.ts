import { useEffect, useRef } from "react";
import { announce } from "./announce";

/** Texts that follow one another faster are not understood. */
const PACE_MS = 4000;

/**
 * Announces each new `text`, or, while they come faster than they can be listened to, the newest every few seconds. The
 * first one is on the page already. `null` says nothing, and lets what waits go.
 */
export function usePacedAnnouncement(text: string | null): void {
  const before = useRef(text);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === before.current) return;
    before.current = text;
    if (text === null) return;
    const speak = () => {
      lastAt.current = performance.now();
      announce(text);
    };
    const wait = lastAt.current + PACE_MS - performance.now();
    if (wait <= 0) {
      speak();
      return;
    }
    const timer = setTimeout(speak, wait);
    return () => clearTimeout(timer);
  }, [text]);
}
