import css from "./Kbd.module.css";

/** A key's cap beside what it does. Screen readers get the key from `aria-keyshortcuts`. */
export const Kbd = ({ children }: { children: string }) => (
  <span className={css.kbd} aria-hidden="true">
    {children}
  </span>
);
