import type { ReactNode } from "react";
import css from "./PageHeading.module.css";

/** The page's h1, with room for one element at its right. */
export function PageHeading({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={css.heading}>
      <h1>{children}</h1>
      {aside}
    </div>
  );
}
