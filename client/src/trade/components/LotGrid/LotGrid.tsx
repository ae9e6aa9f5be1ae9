import { useDeferredValue } from "react";
import type { LotShort } from "@/lib/api/types";
import { useIsReturn } from "@/lib/navigation/useIsReturn";
import { usePositions } from "@/trade/api/positions";
import { LotCard } from "@/trade/components/LotCard/LotCard";
import { LotCardSkeleton } from "@/trade/components/LotCard/LotCardSkeleton";
import css from "./LotGrid.module.css";

interface LotGridProps {
  /** undefined while loading: skeletons of the same size are shown. */
  lots: readonly LotShort[] | undefined;
  /** Columns on a wide screen. */
  columns?: 3 | 4 | 5;
  /** On a phone one row that scrolls sideways instead of two columns. */
  rail?: boolean;
  skeletons?: number;
  highlight?: string;
  /** The number of cards on the first screen. */
  eager?: number;
  headingLevel?: 2 | 3;
  /** Cards name the sale, unless all are of one. */
  withSale?: boolean;
}

/** Cards that are rendered at once if the lots are known; the others follow without holding up what the visitor does meanwhile. */
const AT_ONCE = 8;

/** Lots in columns, each with the viewer's position. */
export function LotGrid({
  lots: all,
  columns = 5,
  rail = false,
  skeletons = columns,
  highlight,
  eager = 0,
  headingLevel,
  withSale,
}: LotGridProps) {
  const ownPositionOn = usePositions();
  const isReturn = useIsReturn();
  const lots = useDeferredValue(all, isReturn ? all : all?.slice(0, AT_ONCE));
  if (!lots) {
    return (
      <div className={css.grid} data-columns={columns} data-rail={rail || undefined} aria-busy="true">
        <span className="sr">Загрузка лотов</span>
        {Array.from({ length: skeletons }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
          <LotCardSkeleton key={i} />
        ))}
      </div>
    );
  }
  return (
    <div className={css.grid} data-columns={columns} data-rail={rail || undefined}>
      {lots.map((lot, i) => (
        <LotCard
          key={lot.id}
          lot={lot}
          {...ownPositionOn(lot)}
          highlight={highlight}
          eager={i < eager}
          inRail={rail}
          headingLevel={headingLevel}
          withSale={withSale}
        />
      ))}
    </div>
  );
}
