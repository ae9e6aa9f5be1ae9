import { useFullscreenDocument, useIdle } from "@mantine/hooks";
import { useEffect, useEffectEvent } from "react";

/** The pointer disappears after resting this long. */
const IDLE_MS = 3000;

/** What a page needs to stand on a projector for an evening: it stays awake, fills the screen, and hides the pointer. */
export function useProjector() {
  useAwakeScreen();
  const { toggle, fullscreen } = useFullscreenDocument();
  const idle = useIdle(IDLE_MS, { initialState: false });
  // A browser that refuses leaves the page in its window.
  const fill = () => void toggle().catch(() => undefined);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    // By its place: on a Russian keyboard the key types «А».
    if (event.code !== "KeyF") return;
    event.preventDefault();
    fill();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  // Some phone browsers have no full screen.
  return { fullscreen, idle, fill: document.fullscreenEnabled ? fill : null };
}

/** Keeps the screen from going dark, where the browser can. It lets go whenever the page is hidden. */
function useAwakeScreen(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let left = false;
    const hold = async () => {
      if (document.visibilityState !== "visible") return;
      // Refused on a low battery: then the system's settings decide.
      const held = await navigator.wakeLock.request("screen").catch(() => null);
      if (left) await held?.release();
      else lock = held;
    };
    const onVisible = () => void hold();
    onVisible();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", onVisible);
      void lock?.release();
    };
  }, []);
}
