import { type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** An amount that came under the finger so shortly before the tap was not read: the tap meant the one before. */
export const STEADY_MS = 400;

/**
 * A span in which acts are held back, begun anew by each `hold`. `isHeld` decides, exactly and between renders; `held`
 * shows the same to the eye and never ends before it.
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
    // Asked again, since a timer may fire a moment early.
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
 * Whether what a button would do has stood there long enough to be meant. `isSteady` is asked at the click and looks
 * back from the moment the finger went down; `settling` is for the button's look.
 */
export function useSteady(meaning: string | number | undefined) {
  const { held: settling, isHeld, hold } = useHold(STEADY_MS);
  const downAt = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new meaning is what starts the time anew
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
