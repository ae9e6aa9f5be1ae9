import type { ReactNode } from "react";
import css from "./Live.module.css";

/** A pulsing green dot with text: a sale is going on. */
export function Live({ children, tone = "live" }: { children: ReactNode; tone?: "live" | "waiting" }) {
  return (
    <span className={css.live} data-tone={tone}>
      <span className={css.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
