import type { CSSProperties } from "react";
import { Replaced } from "@/components/Motion/Replaced";
import { RollingPrice } from "@/components/RollingPrice/RollingPrice";
import { useConfig } from "@/lib/api/queries/config";
import type { HallLot, HallSale } from "@/lib/api/types";
import { price, typeset } from "@/lib/format";
import { frames } from "@/trade/components/LotPicture/frames";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { framedSources } from "@/trade/images";
import { converted, convertedText } from "@/trade/rules/exchange";
import { justTaken, takenText, togetherText } from "@/trade/rules/together";
import { isTight } from "../model/tight";
import { altOf, authorsOf, leaderLabel, leaderOf } from "../model/words";
import { Bar } from "./Bar";
import css from "./hall.module.css";
import { Particulars } from "./Particulars";

interface OnTheBlockProps {
  sale: HallSale;
  lot: HallLot;
  /** Its picture is loaded ahead, so that it is there when the hammer falls. */
  next: HallLot | null;
}

/** The lot on the block: its picture, its name, its price and who leads. */
export function OnTheBlock({ sale, lot, next }: OnTheBlockProps) {
  const { data: config } = useConfig();
  const shown = lot.value ?? lot.startPrice;
  const authors = authorsOf(lot);
  const leader = leaderOf(lot);
  const leads = leader && `${leaderLabel(lot)} ${leader.who}`;
  const block = sale.lots.find(({ id }) => id === sale.currentLotId) ?? lot;
  const together = takenText(justTaken(sale.lots, block)) ?? togetherText(lot);
  const others = converted(shown, sale.currency, config?.exchangeRates ?? []).map(convertedText);
  const ahead = next?.img ? framedSources(next.img, frames.hall) : null;
  return (
    <>
      <div className={css.picture}>
        <Replaced name={lot.id}>
          {" "}
          <LotPicture picture={lot.img} alt={altOf(lot)} place="hall" eager />
        </Replaced>
        {/* The next lot's picture is there when it comes up. The browser warns of a preload that waits so long. */}
        {ahead && <img hidden alt="" src={ahead.src} srcSet={ahead.srcSet} sizes={ahead.sizes} />}
      </div>
      <section
        className={css.info}
        data-tight={isTight(sale, lot, { together, hasOthers: others.length > 0 }) || undefined}
        aria-label="Текущий лот"
        aria-live="polite"
      >
        <p className={css.number}>
          <small>Лот</small> {lot.catalogLotId}
        </p>
        {authors && <p className={css.author}>{authors}</p>}
        <h1 className={css.title}>{typeset(lot.titleRu)}</h1>
        {/* What is said of one lot is not true of several at one price. */}
        {together ? (
          <p className={css.together}>{together}</p>
        ) : (
          <Particulars lotId={lot.id} currency={sale.currency} />
        )}
        <div
          className={css.price}
          style={{ "--figures": price(shown, sale.currency).length } as CSSProperties}
        >
          <RollingPrice value={shown} currency={sale.currency} />
        </div>
        {others.length > 0 && (
          <p className={css.others} style={{ "--figures": others.join("").length } as CSSProperties}>
            {others.map((other) => (
              <span key={other}>{other}</span>
            ))}
          </p>
        )}
        <p
          className={css.lead}
          data-none={leader === null || undefined}
          style={{ "--letters": leads?.length } as CSSProperties}
        >
          {leader ? (
            <>
              <span>{leads}</span>
              {leader.source && <small>{leader.source}</small>}
            </>
          ) : (
            "Стартовая цена, ставок пока нет"
          )}
        </p>
        <Bar sale={sale} lot={lot} />
      </section>
    </>
  );
}
