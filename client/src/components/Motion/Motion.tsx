import { LazyMotion, MotionConfig } from "framer-motion";
import type { ReactNode } from "react";

const features = () => import("./features").then((module) => module.default);

/** Lets `m` elements below move, once the code that moves them has loaded, and not for those who ask for less motion. */
export function Motion({ children }: { children: ReactNode }) {
  return (
    <LazyMotion strict features={features}>
      <MotionConfig reducedMotion="user">{children}</MotionConfig>
    </LazyMotion>
  );
}
