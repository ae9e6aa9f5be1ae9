import { useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import type { LotShort } from "@/lib/api/types";
import { usePositions } from "@/trade/api/positions";
import { LotCard } from "@/trade/components/LotCard/LotCard";
import { LotCardSkeleton } from "@/trade/components/LotCard/LotCardSkeleton";
import css from "./LotRail.module.css";

interface LotRailProps {
  /** undefined while loading. */
  lots: readonly LotShort[] | undefined;
  /** Names the list for screen readers. */
  label: string;
}

/** Lots in one row that scrolls sideways: by finger, by keyboard, or by its arrows. */
export function LotRail({ lots, label }: LotRailProps) {
  const ownPositionOn = usePositions();
  const rail = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ left: true, right: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other lots, other ends
  useEffect(() => {
    const element = rail.current;
    if (!element) return;
    const measure = () =>
      setEnds({
        left: element.scrollLeft <= 1,
        right: element.scrollLeft + element.clientWidth >= element.scrollWidth - 1,
      });
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [lots]);

  const turn = (direction: 1 | -1) => {
    const element = rail.current;
    element?.scrollBy({ left: direction * element.clientWidth, behavior: "smooth" });
  };

  if (!lots) {
    return (
      // The same frame as below: browsers count an element that stops scrolling as a layout shift.
      <div className={css.frame}>
        <div className={css.rail} aria-busy="true">
          <span className="sr">Загрузка лотов</span>
          {Array.from({ length: 5 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
            <div key={i} className={css.item}>
              <LotCardSkeleton />
            </div>
          ))}
        </div>
      </div>
    );
  }
  return (
    <div className={css.frame}>
      <ul className={css.rail} ref={rail} aria-label={label}>
        {lots.map((lot) => (
          <li key={lot.id} className={css.item}>
            <LotCard lot={lot} {...ownPositionOn(lot)} inRail />
          </li>
        ))}
      </ul>
      {!(ends.left && ends.right) && (
        <div className={css.arrows}>
          <IconButton icon="left" label={`${label}: назад`} onClick={() => turn(-1)} disabled={ends.left} />
          <IconButton icon="right" label={`${label}: вперёд`} onClick={() => turn(1)} disabled={ends.right} />
        </div>
      )}
    </div>
  );
}
