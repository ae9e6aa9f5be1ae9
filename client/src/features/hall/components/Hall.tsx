import type { HallSale } from "@/lib/api/types";
import { typeset } from "@/lib/format";
import { comingLots, sceneOf } from "../model/hallState";
import { useHammered } from "../model/useHammered";
import { After } from "./After";
import { Before } from "./Before";
import { Coming } from "./Coming";
import { HallHead } from "./HallHead";
import { Hammered } from "./Hammered";
import css from "./hall.module.css";
import { OnTheBlock } from "./OnTheBlock";

/** Lots in the row below. */
const COMING = 4;

interface HallProps {
  sale: HallSale;
  /** Server time since which the screen may be out of date; null while connected. */
  staleSince: number | null;
  /** Fills the screen; null while that is not offered. */
  onFill: (() => void) | null;
}

/** What is on the screen now. */
export function Hall({ sale, staleSince, onFill }: HallProps) {
  const scene = sceneOf(sale);
  const hammered = useHammered(sale.lots, sale.currentLotId);
  const block = scene.name === "lot" ? scene.block : null;
  const coming = scene.name === "lot" || scene.name === "before" ? comingLots(sale.lots, block, COMING) : [];
  return (
    <>
      <HallHead sale={sale} staleSince={staleSince} onFill={onFill} />
      {scene.name === "lot" && <OnTheBlock sale={sale} lot={scene.lot} next={coming[0] ?? null} />}
      {scene.name === "before" && <Before sale={sale} />}
      {scene.name === "after" && <After sale={sale} finished={scene.finished} />}
      {scene.name === "canceled" && (
        <section className={css.message}>
          <h1>{typeset(sale.title)}</h1>
          <p>Аукцион отменён</p>
        </section>
      )}
      {hammered && <Hammered lot={hammered} currency={sale.currency} />}
      <Coming lots={coming} currency={sale.currency} />
    </>
  );
}
