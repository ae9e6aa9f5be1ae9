import { AnimatePresence } from "framer-motion";
import * as m from "framer-motion/m";
import { Motion } from "@/components/Motion/Motion";
import css from "./RollingPrice.module.css";

/** The figures of a price. One that changes moves out upwards, and the new one in from below. */
export default function RollingFigures({ text }: { text: string }) {
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
                transition={{ duration: 0.2, ease: [0.2, 0, 0, 1] }}
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
