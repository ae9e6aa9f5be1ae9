import { type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** A tap this soon after the amount changed was meant for the previous amount. */
export const STEADY_MS = 400;

/**
 * A pause that each `hold` restarts. `isHeld` is exact and decides at the moment of an action. `held` is for display
 * and never ends before it.
 */
export function useHold(span: number) {
  const until = useRef(Number.NEGATIVE_INFINITY);
  const [begun, setBegun] = useState(0);
  const [ended, setEnded] = useState(0);
  const hold = useCallback(() => {
    until.current = performance.now() + span;
    setBegun((times) => times + 1);
  }, [span]);
  const isHeld = (at = performance.now()) => at < until.current;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Checks again, because a timer may fire a moment early.
    const look = () => {
      const left = until.current - performance.now();
      if (left > 0) timer = setTimeout(look, Math.ceil(left));
      else setEnded(begun);
    };
    look();
    return () => clearTimeout(timer);
  }, [begun]);

  return { held: begun !== ended, isHeld, hold };
}

/**
 * Whether a button's meaning has stood long enough for a press to count. `isSteady` is called at the click and goes
 * by the moment the pointer went down. `settling` is for display.
 */
export function useSteady(meaning: string | number | undefined) {
  const { held: settling, isHeld, hold } = useHold(STEADY_MS);
  const downAt = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new meaning restarts the pause
  useLayoutEffect(hold, [meaning, hold]);
  const onPointerDown = (_event: PointerEvent) => {
    downAt.current = performance.now();
  };
  const isSteady = () => {
    const pressedAt = downAt.current ?? performance.now();
    downAt.current = null;
    return !isHeld(pressedAt);
  };
  return { settling, isSteady, onPointerDown };
}
