import { Suspense, useState } from "react";
import { lazyPart } from "../LazyPart/lazyPart";
import type { MovingProps } from "./Moving";

const Moving = lazyPart(() => import("./Moving"));

/** Lets the next picture take the place of the one before. What moves them is loaded with the first change. */
export function Replaced({ name, from = 0, className, children }: MovingProps) {
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
