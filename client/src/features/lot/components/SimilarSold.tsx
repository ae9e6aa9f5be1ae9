import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Price } from "@/components/Price/Price";
import type { Lot, LotShort } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { dayMonth, typeset } from "@/lib/format";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { allInText } from "@/trade/rules/commission";
import { lotUrl } from "@/trade/urls";
import { similarSoldOptions } from "../api/others";
import css from "./lot.module.css";

const SHOWN = 4;

/** What works like this one were sold for: by its author, or of its category and about its price. Nothing without any. */
export function SimilarSold({ lot }: { lot: Lot }) {
  const { data } = useQuery(similarSoldOptions(lot.id));
  const sold = (data ?? []).slice(0, SHOWN);
  if (sold.length === 0) return null;
  return (
    <section className="section" aria-labelledby="similar-sold">
      <h2 id="similar-sold">Похожие проданные</h2>
      <ul className={css.sold}>
        {sold.map((other) => (
          <Sold key={other.id} lot={other} />
        ))}
      </ul>
      <p className="caption">Тот же автор или та же категория и близкая цена.</p>
    </section>
  );
}

function Sold({ lot }: { lot: LotShort }) {
  const { value, currency } = lot.price;
  const allIn = value === null ? null : allInText(value, lot.commission, currency);
  return (
    <li>
      <span className={css.soldPic}>
        <LotPicture picture={lot.img} alt="" place="thumb" />
      </span>
      <div>
        <p className="caption">{authorOf(lot)}</p>
        <Link className={css.soldLink} to={lotUrl(lot)}>
          {typeset(lot.titleRu || "Без названия")}
        </Link>
        <p className="caption num">{[lot.period, lot.size].filter(Boolean).join(" · ")}</p>
        {value !== null && <Price value={value} currency={currency} />}
        {allIn && <p className="caption num">{allIn}</p>}
        {lot.endTradeTime && <p className="caption num">{dayMonth(lot.endTradeTime, serverNow())}</p>}
      </div>
    </li>
  );
}
