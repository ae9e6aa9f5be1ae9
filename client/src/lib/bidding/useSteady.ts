import { type PointerEvent, useLayoutEffect, useRef } from "react";

/** An amount that came under the finger so shortly before the tap was not read: the tap meant the one before. */
export const STEADY_MS = 400;

/**
 * Whether what a button would do has stood there long enough to be meant. `isSteady` is asked at the click and looks
 * back from the moment the finger went down.
 */
export function useSteady(meaning: string | number) {
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const downAt = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new meaning is what starts the time anew
  useLayoutEffect(() => {
    changedAt.current = performance.now();
  }, [meaning]);
  const onPointerDown = (_event: PointerEvent) => {
    downAt.current = performance.now();
  };
  const isSteady = () => {
    const pressedAt = downAt.current ?? performance.now();
    downAt.current = null;
    return pressedAt - changedAt.current >= STEADY_MS;
  };
  return { isSteady, onPointerDown };
}
