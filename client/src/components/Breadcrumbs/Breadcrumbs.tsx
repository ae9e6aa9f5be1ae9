import { Link } from "react-router";
import css from "./Breadcrumbs.module.css";

export interface Crumb {
  label: string;
  /** The last one is the page itself and has none. */
  to?: string;
}

interface BreadcrumbsProps {
  crumbs: readonly Crumb[];
  /** On a phone only the way back to the page above, where the first screen has no room for more. */
  short?: boolean;
}

export function Breadcrumbs({ crumbs, short = false }: BreadcrumbsProps) {
  return (
    <nav className={css.crumbs} aria-label="Путь" data-short={short || undefined}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.label}>
            {crumb.to ? (
              <Link to={crumb.to}>{crumb.label}</Link>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
