import type { LotShort } from "@/lib/api/types";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import css from "./PriceRequestDialog.module.css";

/** The lot that the request is about. */
export function LotLine({ lot }: { lot: LotShort }) {
  const number = lot.catalogLotId === null ? null : `Лот ${lot.catalogLotId}`;
  return (
    <div className={css.lot}>
      <span className={css.picture}>
        <LotPicture picture={lot.img} alt="" place="thumb" />
      </span>
      <p>
        <span className="num">{[number, authorOf(lot)].filter(Boolean).join(" · ")}</span>
        <b>{lot.titleRu || "Без названия"}</b>
      </p>
    </div>
  );
}
