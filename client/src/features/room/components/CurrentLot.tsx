import type { ReactNode } from "react";
import { Link } from "react-router";
import { Replaced } from "@/components/Motion/Replaced";
import { price, thousands, typeset, typesetSize } from "@/lib/format";
import { TopBadge } from "@/trade/components/Badges/badges";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { justTaken, takenText, termsText } from "@/trade/rules/together";
import { lotUrl } from "@/trade/urls";
import { LotMoney, type LotMoneyProps } from "./LotMoney";
import { LotTimer } from "./LotTimer";
import { Moment } from "./Moment";
import css from "./room.module.css";

interface CurrentLotProps extends LotMoneyProps {
  /** What a phone shows over the picture. */
  panel: ReactNode;
}

/** The lot on the block: its picture, its facts and its price. */
export function CurrentLot({ panel, ...props }: CurrentLotProps) {
  const { sale, lot, catalog, staleSince } = props;
  const authors = lot.author.map(({ name }) => name).join(", ");
  const facts = [typesetSize(lot.period ?? ""), lot.materials, typesetSize(lot.size ?? "")]
    .filter(Boolean)
    .join(". ");
  const together = takenText(justTaken(sale.lots, sale.current)) ?? termsText(lot);
  const position = sale.lots.findIndex(({ id }) => id === lot.id) + 1;
  return (
    <div className={css.main}>
      <div className={css.stage} data-picture>
        <Replaced name={lot.id} className={css.work} from={48}>
          {" "}
          <LotPicture
            picture={lot.img}
            alt={[authors, lot.titleRu].filter(Boolean).join(". ")}
            place="room"
            eager
          />
        </Replaced>
        <Moment sale={sale} lot={lot} />
      </div>
      {panel}
      <section className={css.info} aria-label="Текущий лот">
        <p className="row between">
          <span className="eyebrow num">
            Лот {lot.catalogLotId}
            {position > 0 &&
              `${position === lot.catalogLotId ? "" : ` · ${position}`} из ${thousands(sale.lots.length)}`}
          </span>
          {lot.top > 0 && <TopBadge className="only-wide" />}
          <span className="only-phone">
            <LotTimer lot={lot} sale={sale} stale={staleSince !== null} />
          </span>
        </p>
        {authors && <h2 className={css.author}>{authors}</h2>}
        <p className={css.what}>{typeset(lot.titleRu)}</p>
        {together && (
          <p className={css.together} role="status">
            {together}
          </p>
        )}
        {facts && <p className={`${css.facts} only-wide`}>{facts}</p>}
        {lot.price.estimatedFrom !== null && (
          <p className={`${css.facts} num only-wide`}>
            Эстимейт {thousands(lot.price.estimatedFrom)} –{" "}
            {price(lot.price.estimatedTo ?? lot.price.estimatedFrom, catalog.currency)}
          </p>
        )}
        <p className={`${css.facts} only-wide`}>
          <Link className="link" to={lotUrl(lot)}>
            Описание и сохранность
          </Link>
        </p>
        <LotMoney {...props} />
      </section>
    </div>
  );
}
