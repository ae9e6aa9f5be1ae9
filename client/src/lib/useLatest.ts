import { type RefObject, useLayoutEffect, useRef } from "react";

/** A reference to the newest value, for callbacks that outlive the render they were made in. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}
