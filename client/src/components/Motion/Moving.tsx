import { AnimatePresence } from "framer-motion";
import * as m from "framer-motion/m";
import { Motion } from "./Motion";
import type { ReplacedProps } from "./Replaced";

export default function Moving({ name, from, className, children }: ReplacedProps) {
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
