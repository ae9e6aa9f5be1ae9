import { Fragment } from "react";
import css from "./Facts.module.css";

interface FactsProps {
  facts: readonly (string | number | null | undefined | false)[];
  separator?: string;
}

/** Short facts in a line that breaks between them, not inside a phone number. Those that are missing are left out. */
export function Facts({ facts, separator = " · " }: FactsProps) {
  const known = facts.filter((fact): fact is string | number => Boolean(fact));
  return known.map((fact, i) => (
    <Fragment key={fact}>
      {i > 0 && separator}
      <span className={css.fact}>{fact}</span>
    </Fragment>
  ));
}
