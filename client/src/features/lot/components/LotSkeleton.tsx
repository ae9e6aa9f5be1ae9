import { Skeleton } from "@/components/Skeleton/Skeleton";
import css from "./lot.module.css";

/** The page while the lot loads, in the same sizes, so that nothing jumps. */
export function LotSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <span className="sr">Загрузка лота</span>
      <div className={css.top}>
        <Skeleton h={24} w="min(70%, 20rem)" />
      </div>
      <div className={css.lot}>
        <Skeleton className={css.skeletonStage} />
        <div>
          <Skeleton h={18} w="60%" />
          <Skeleton h={48} w="80%" mt={12} />
          <Skeleton h={34} w="70%" mt={10} />
          <Skeleton h={360} mt={20} />
        </div>
      </div>
    </div>
  );
}
