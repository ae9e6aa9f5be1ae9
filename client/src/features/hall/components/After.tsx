import type { HallSale } from "@/lib/api/types";
import { percent, price, thousands } from "@/lib/format";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { totalsOf } from "../model/hallState";
import { altOf, authorsOf } from "../model/words";
import css from "./hall.module.css";

/** What the sale has brought, of what everyone in the hall has heard. */
export function After({ sale, finished }: { sale: HallSale; finished: boolean }) {
  const { lots, sold, sum, dearest } = totalsOf(sale.lots);
  return (
    <section className={css.after} aria-label="Итоги">
      <div>
        <h1>{finished ? "Аукцион завершён" : "Все лоты пройдены"}</h1>
        <dl>
          <div>
            <dt>Продано лотов</dt>
            <dd>
              {thousands(sold)} из {thousands(lots)}
              {lots > 0 && <small>{percent(Math.round((sold / lots) * 100))}</small>}
            </dd>
          </div>
          <div>
            <dt>Сумма без комиссии</dt>
            <dd>{price(sum, sale.currency)}</dd>
          </div>
        </dl>
        {finished && <p className={css.thanks}>Спасибо, что были с нами</p>}
      </div>
      {dearest && (
        <figure className={css.dearest}>
          <span>
            <LotPicture picture={dearest.img} alt={altOf(dearest)} place="hall" eager />
          </span>
          <figcaption>
            <small>Самая высокая цена, лот {dearest.catalogLotId}</small>
            {[authorsOf(dearest), dearest.titleRu].filter(Boolean).join(". ")}
            <b>{price(dearest.value ?? 0, sale.currency)}</b>
          </figcaption>
        </figure>
      )}
    </section>
  );
}
