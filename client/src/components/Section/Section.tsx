import type { ReactNode } from "react";
import { Link } from "react-router";

interface SectionProps {
  title: string;
  more?: { label: string; to: string };
  children: ReactNode;
}

/** A part of a page under its own heading, with one link on. */
export function Section({ title, more, children }: SectionProps) {
  return (
    <section className="section">
      <div className="section__head">
        <h2>{title}</h2>
        {more && (
          <Link className="link small" to={more.to}>
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
