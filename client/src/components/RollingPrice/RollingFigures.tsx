import { AnimatePresence } from "framer-motion";
import * as m from "framer-motion/m";
import { useState } from "react";
import { Motion } from "@/components/Motion/Motion";
import css from "./RollingPrice.module.css";

/** A price must have been stable this long, in milliseconds, for its change to be animated. */
const CALM = 600;

/**
 * The figures of a price. A changed figure rolls up, unless prices change too quickly to be read while moving.
 */
export default function RollingFigures({ text }: { text: string }) {
  const [shown, setShown] = useState(() => ({ text, since: performance.now(), hasty: false }));
  if (shown.text !== text) {
    const now = performance.now();
    setShown({ text, since: now, hasty: now - shown.since < CALM });
  }
  const duration = shown.hasty ? 0 : 0.2;
  return (
    <Motion>
      {[...text].map((figure, index) => {
        // Digits are keyed from the right, so that a longer price keeps its lower digits in place.
        const place = text.length - index;
        return (
          <span key={place} className={css.place}>
            <AnimatePresence initial={false} mode="popLayout">
              <m.span
                key={figure}
                initial={{ y: "60%", opacity: 0 }}
                animate={{ y: 0, opacity: 1 }}
                exit={{ y: "-60%", opacity: 0 }}
                transition={{ duration, ease: [0.2, 0, 0, 1] }}
              >
                {figure}
              </m.span>
            </AnimatePresence>
          </span>
        );
      })}
    </Motion>
  );
}
