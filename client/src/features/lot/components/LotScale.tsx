import { Suspense } from "react";
import { lazyPart } from "@/components/LazyPart/lazyPart";
import type { Lot } from "@/lib/api/types";
import { topCode, useClassificator } from "@/trade/api/classificator";
import { EYES, outlineOf, PERSON, PLACINGS } from "../model/size";
import css from "./lot.module.css";

const ScaleDrawing = lazyPart(() => import("./ScaleDrawing"));

/** The work to scale beside a person, in categories whose size matters so; nothing without a size. */
export function LotScale({ lot }: { lot: Lot }) {
  const { data } = useClassificator();
  const category = data?.find(({ code }) => lot.classCode !== null && code === topCode(lot.classCode));
  const placing = category && PLACINGS.get(category.id);
  const outline = outlineOf(lot.size);
  if (!placing || !outline) return null;
  return (
    <section className={css.scale} aria-labelledby="scale">
      <h2 id="scale">Размер рядом с человеком</h2>
      <Suspense fallback={<div className={`${css.drawing} ${css.drawingPlace}`} />}>
        <ScaleDrawing lot={lot} outline={outline} placing={placing} />
      </Suspense>
      <p className="caption">
        {lot.size}. Рост человека {PERSON}&nbsp;см
        {placing.stands === "wall" && `, середина работы на высоте ${EYES}\u00a0см`}.
      </p>
    </section>
  );
}
