import { type Key, lazy, type ReactNode, Suspense, useState } from "react";

const Moving = lazy(() => import("./Moving"));

export interface ReplacedProps {
  /** Names what is shown. Another name brings the next one in. */
  name: Key;
  /** How far from the right the next one comes, in pixels. */
  from?: number;
  className?: string;
  children: ReactNode;
}

/** Lets the next picture take the place of the one before. What moves them is loaded with the first change. */
export function Replaced({ name, from = 0, className, children }: ReplacedProps) {
  const [first] = useState(name);
  const [moves, setMoves] = useState(false);
  if (name !== first && !moves) setMoves(true);
  const still = <div className={className}>{children}</div>;
  if (!moves) return still;
  return (
    <Suspense fallback={still}>
      <Moving name={name} from={from} className={className}>
        {children}
      </Moving>
    </Suspense>
  );
}
