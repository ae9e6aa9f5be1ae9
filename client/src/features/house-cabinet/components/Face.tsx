import css from "./today.module.css";

/** The initials of a person in a circle. */
export function Face({ name }: { name: string }) {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
  return (
    <span className={css.face} aria-hidden="true">
      {initials}
    </span>
  );
}
