import { AnimatePresence, motion } from "framer-motion";
import { price } from "@/lib/format";
import css from "./RollingPrice.module.css";

interface RollingPriceProps {
  value: number;
  currency?: number;
  className?: string;
}

/** A price that rolls up digit by digit when it changes: the old digit moves out upwards, the new one in from below. */
export function RollingPrice({ value, currency, className }: RollingPriceProps) {
  const text = price(value, currency);
  return (
    <b className={className ? `${css.price} ${className}` : css.price}>
      <span className="sr">{text}</span>
      <span aria-hidden="true" className={css.figures}>
        {[...text].map((figure, index) => {
          // Digits are keyed from the right, so that a longer price keeps its lower digits in place.
          const place = text.length - index;
          return (
            <span key={place} className={css.place}>
              <AnimatePresence initial={false} mode="popLayout">
                <motion.span
                  key={figure}
                  initial={{ y: "60%", opacity: 0 }}
                  animate={{ y: 0, opacity: 1 }}
                  exit={{ y: "-60%", opacity: 0 }}
                  transition={{ duration: 0.2, ease: [0.2, 0, 0, 1] }}
                >
                  {figure}
                </motion.span>
              </AnimatePresence>
            </span>
          );
        })}
      </span>
    </b>
  );
}
