import { Skeleton } from "@/components/Skeleton/Skeleton";
import css from "./RoomSkeleton.module.css";

/** Shown while the live room's script or its first answer is on the way. */
export function RoomSkeleton() {
  return (
    <div className={css.room} aria-busy="true">
      <div className={css.head}>
        <span className="sr">Загрузка зала</span>
        <Skeleton className={css.title} />
      </div>
      <div className={css.stage} />
      <div className={css.info}>
        <Skeleton className={css.line} />
        <Skeleton className={css.price} />
      </div>
      <div className={css.bid}>
        <Skeleton />
      </div>
      <div className={css.side}>
        <Skeleton />
      </div>
    </div>
  );
}
