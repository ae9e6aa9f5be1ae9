import { Link, useLocation } from "react-router";
import { Icon } from "../Icon/Icon";
import css from "./Pager.module.css";

interface PagerProps {
  page: number;
  pages: number;
}

/** Page numbers around the current one, with the first and the last; 0 stands for a gap. */
function pageNumbers(page: number, pages: number): number[] {
  const wanted = new Set([1, pages, page - 1, page, page + 1].filter((p) => p >= 1 && p <= pages));
  const sorted = [...wanted].sort((a, b) => a - b);
  return sorted.flatMap((p, i) => {
    const before = sorted[i - 1];
    if (before === undefined || p - before === 1) return [p];
    return p - before === 2 ? [p - 1, p] : [0, p];
  });
}

/** Links to the pages of a list; the page lives in the address as `page`. */
export function Pager({ page, pages }: PagerProps) {
  const { pathname, search } = useLocation();
  if (pages <= 1) return null;
  const to = (n: number) => {
    const params = new URLSearchParams(search);
    if (n === 1) params.delete("page");
    else params.set("page", String(n));
    const query = params.toString();
    return query ? `${pathname}?${query}` : pathname;
  };
  return (
    <nav className={css.pager} aria-label="Страницы">
      {page > 1 && (
        <Link to={to(page - 1)} aria-label="Предыдущая страница" rel="prev">
          <Icon name="left" />
        </Link>
      )}
      {pageNumbers(page, pages).map((n, i) =>
        n === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place
          <span key={`gap${i}`}>…</span>
        ) : (
          <Link
            key={n}
            to={to(n)}
            aria-current={n === page ? "page" : undefined}
            aria-label={`Страница ${n}`}
          >
            {n}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={to(page + 1)} aria-label="Следующая страница" rel="next">
          <Icon name="right" />
        </Link>
      )}
    </nav>
  );
}
