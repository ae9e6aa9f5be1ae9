import type { ReactNode } from "react";
import css from "./PageHeading.module.css";

/** The page's own h1, with room for one thing at its right. */
export function PageHeading({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={css.heading}>
      <h1>{children}</h1>
      {aside}
    </div>
  );
}
