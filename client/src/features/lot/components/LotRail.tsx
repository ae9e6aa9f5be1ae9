import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import type { LotShort } from "@/lib/api/types";
import { usePositions } from "@/trade/api/positions";
import { LotCard } from "@/trade/components/LotCard/LotCard";
import css from "./LotRail.module.css";

interface LotRailProps {
  title: string;
  lots: readonly LotShort[];
}

/** A row of lots that scrolls sideways. */
export function LotRail({ title, lots }: LotRailProps) {
  const id = useId();
  const rail = useRef<HTMLDivElement>(null);
  const ownPositionOn = usePositions();
  const turn = (way: 1 | -1) =>
    rail.current?.scrollBy?.({ left: way * rail.current.clientWidth, behavior: "smooth" });
  if (lots.length === 0) return null;
  return (
    <section className="section" aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {lots.length > 5 && (
          <div className="row only-wide">
            <IconButton icon="left" label="Предыдущие лоты" onClick={() => turn(-1)} />
            <IconButton icon="right" label="Следующие лоты" onClick={() => turn(1)} />
          </div>
        )}
      </div>
      <div ref={rail} className={css.rail}>
        {lots.map((lot) => (
          <LotCard key={lot.id} lot={lot} {...ownPositionOn(lot)} inRail />
        ))}
      </div>
    </section>
  );
}

interface QueriedRailProps {
  title: string;
  options: UseQueryOptions<LotShort[], Error, LotShort[], readonly unknown[]>;
  /** The page's own lot, left out of the list. */
  except: number;
}

/** An optional part of the page: no skeleton while loading, nothing when empty. */
export function QueriedRail({ title, options, except }: QueriedRailProps) {
  const { data } = useQuery(options);
  return <LotRail title={title} lots={(data ?? []).filter((lot) => lot.id !== except)} />;
}
