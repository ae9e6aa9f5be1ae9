import css from "./form.module.css";

/** Fields in twelve columns: a field with `wrapperProps={{ "data-span": 6 }}` takes six, on a phone all. */
export function FormGrid({ children }: { children: React.ReactNode }) {
  return <div className={css.grid}>{children}</div>;
}
