import { Skeleton } from "@/components/Skeleton/Skeleton";
import css from "./LotCard.module.css";

/** A card while it loads, of the same height, so that nothing jumps. */
export function LotCardSkeleton() {
  return (
    <div className={css.skeleton} aria-hidden="true">
      <Skeleton className={css.skeletonFrame} />
      <Skeleton className={css.skeletonNumber} />
      <Skeleton className={css.skeletonAuthor} />
      <Skeleton className={css.skeletonText} />
      <Skeleton className={css.skeletonMoney} />
      <Skeleton className={css.skeletonState} />
      <Skeleton className={css.skeletonButton} />
    </div>
  );
}
