import { Skeleton } from "@/components/Skeleton/Skeleton";
import css from "./PageSkeleton.module.css";

/** Shown while a page's script loads. */
export function PageSkeleton() {
  return (
    <div className={`page ${css.page}`} aria-busy="true">
      <span className="sr">Загрузка страницы</span>
      <Skeleton className={css.title} />
      <Skeleton className={css.line} />
      <Skeleton className={css.block} />
    </div>
  );
}
