import { Skeleton } from "@/components/Skeleton/Skeleton";
import css from "./CatalogPage.module.css";

/** As tall as the results of most sales, so that the lots below stay where they are. */
export function ResultsSkeleton() {
  return (
    <div className={css.resultsSkeleton} aria-hidden="true">
      <Skeleton />
      <Skeleton />
    </div>
  );
}
