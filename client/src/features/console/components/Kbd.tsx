import css from "./Controls.module.css";

export const Kbd = ({ children }: { children: string }) => (
  <span className={css.kbd} aria-hidden="true">
    {children}
  </span>
);
