import { AnimatePresence, motion } from "framer-motion";
import { price } from "@/lib/format";
import css from "./RollingPrice.module.css";

interface RollingPriceProps {
  value: number;
  currency?: number;
  className?: string;
}

/** A price that rolls up digit by digit when it changes: the old figure leaves upwards, the new one comes from below. */
export function RollingPrice({ value, currency, className }: RollingPriceProps) {
  const text = price(value, currency);
  return (
    <b className={className ? `${css.price} ${className}` : css.price}>
      <span className="sr">{text}</span>
      <span aria-hidden="true" className={css.figures}>
        {[...text].map((figure, index) => {
          // Places count from the right, so that a longer price leaves the lower figures where they are.
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
