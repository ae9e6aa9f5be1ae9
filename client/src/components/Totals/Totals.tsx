import css from "./Totals.module.css";

interface Total {
  name: string;
  value: string;
  /** One line on the value. */
  note?: string | null;
}

/** Large figures side by side, each with its name above and a note below. */
export function Totals({ totals, className = "" }: { totals: readonly Total[]; className?: string }) {
  return (
    <dl className={`${css.totals} ${className}`}>
      {totals.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note && <dd>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
