import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Page } from "@/lib/api/types";
import { useLastPage } from "@/lib/useLastPage";
import { Fault } from "../ErrorBoundary/Fault";
import { Pager } from "../Pager/Pager";
import css from "./PagedList.module.css";

interface PagedListProps<T> {
  list: UseQueryResult<Page<T>>;
  /** What is shown of the page; by default its items. */
  items?: readonly T[];
  /** In place of a list without items. */
  empty: ReactNode;
  /** Dims the shown items while the next ones load. */
  dims?: boolean;
  className?: string;
  /** Draws the items, or their skeletons while `items` is undefined. */
  children: (items: readonly T[] | undefined) => ReactNode;
}

/** One page of a list with links to the others, or the reason why there is none. */
export function PagedList<T>({
  list,
  items = list.data?.items,
  empty,
  dims = false,
  className,
  children,
}: PagedListProps<T>) {
  const { data, error, isPlaceholderData } = list;
  useLastPage(list);
  if (error && !data) return <Fault error={error} retry={() => void list.refetch()} />;
  if (data && items?.length === 0) return empty;
  return (
    <div
      className={dims ? [css.dims, className].filter(Boolean).join(" ") : className}
      data-stale={isPlaceholderData || undefined}
    >
      {children(items)}
      {data && <Pager page={data.currentPage} pages={data.totalPages} />}
    </div>
  );
}
