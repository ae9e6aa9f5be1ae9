import type { HallLot } from "@/lib/api/types";
import { price, typeset } from "@/lib/format";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { authorsOf } from "../model/words";
import css from "./hall.module.css";

/** The lots that come next. */
export function Coming({ lots, currency }: { lots: readonly HallLot[]; currency: number }) {
  if (lots.length === 0) return null;
  return (
    <section className={css.coming} aria-label="Следующие лоты">
      <p>Далее</p>
      {lots.map((lot) => (
        <div key={lot.id}>
          <span className={css.frame}>
            <LotPicture picture={lot.img} alt="" place="thumb" eager />
          </span>
          <Words lot={lot} currency={currency} />
        </div>
      ))}
    </section>
  );
}

function Words({ lot, currency }: { lot: HallLot; currency: number }) {
  const authors = authorsOf(lot);
  return (
    <div>
      <span className={css.comingNumber}>Лот {lot.catalogLotId}</span>
      {authors && <small>{authors}</small>}
      <b>{typeset(lot.titleRu)}</b>
      <p>
        {lot.value === null
          ? `от ${price(lot.startPrice, currency)}`
          : `ставка ${price(lot.value, currency)}`}
      </p>
    </div>
  );
}
