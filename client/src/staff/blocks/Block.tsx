import { useId } from "react";
import css from "./blocks.module.css";

interface BlockProps {
  title: string;
  /** At the right of the title: a link to all, a count, a button. */
  aside?: React.ReactNode;
  children: React.ReactNode;
  className?: string;
  /** A name by which an address leads to the block's first field; see `useFieldOfAddress`. */
  jump?: string;
}

/** A part of a staff page under a black rule. */
export function Block({ title, aside, children, className, jump }: BlockProps) {
  const id = useId();
  return (
    <section
      className={className ? `${css.block} ${className}` : css.block}
      aria-labelledby={id}
      data-jump={jump}
    >
      <div className={css.blockHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Two columns, the work at the left and what goes with it at the right; one below the other on narrow screens. */
export function Columns({
  main,
  side,
  half,
}: {
  main: React.ReactNode;
  side: React.ReactNode;
  half?: boolean;
}) {
  return (
    <div className={css.columns} data-half={half || undefined}>
      <div>{main}</div>
      <div>{side}</div>
    </div>
  );
}

/** Figures in a row, with captions. */
export function Figures({
  figures,
}: {
  figures: readonly { value: React.ReactNode; label: string; tone?: "ok" | "bad" }[];
}) {
  return (
    <dl className={css.figures}>
      {figures.map(({ value, label, tone }) => (
        <div key={label} data-tone={tone}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
