import { AnimatePresence } from "framer-motion";
import * as m from "framer-motion/m";
import type { Key, ReactNode } from "react";
import { Motion } from "./Motion";

export interface MovingProps {
  /** Names what is shown. Another name brings the next one in. */
  name: Key;
  /** How far from the right the next one comes, in pixels. */
  from?: number;
  className?: string;
  children: ReactNode;
}

export default function Moving({ name, from, className, children }: MovingProps) {
  return (
    <Motion>
      <AnimatePresence mode="wait" initial={false}>
        <m.div
          key={name}
          className={className}
          initial={{ x: from, opacity: 0 }}
          animate={{ x: 0, opacity: 1 }}
          exit={{ opacity: 0 }}
          transition={{ duration: 0.25, ease: [0.2, 0, 0, 1] }}
        >
          {children}
        </m.div>
      </AnimatePresence>
    </Motion>
  );
}
