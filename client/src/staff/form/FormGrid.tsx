import css from "./form.module.css";

/** Fields in twelve columns: `data-span="6"` on a field takes six, on a phone all. */
export function FormGrid({ children }: { children: React.ReactNode }) {
  return <div className={css.grid}>{children}</div>;
}
