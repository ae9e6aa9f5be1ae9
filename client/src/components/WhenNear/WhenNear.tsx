import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { useIsReturn } from "@/lib/navigation/useIsReturn";

/** How far below the window a place counts as near. */
const MARGIN = "800px 0px";

interface WhenNearProps {
  children: ReactNode;
  /** Has the place's height meanwhile, where what follows would move otherwise. */
  placeholder?: ReactNode;
}

/** What is far below the first screen: it is loaded and rendered once its place comes near the window, and stays. */
export function WhenNear({ children, placeholder }: WhenNearProps) {
  const [near, setNear] = useState(useIsReturn());
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (near || !element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  return near ? children : <div ref={place}>{placeholder}</div>;
}
