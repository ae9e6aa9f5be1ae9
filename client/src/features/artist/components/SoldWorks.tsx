import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Pager } from "@/components/Pager/Pager";
import { Price } from "@/components/Price/Price";
import type { Artist, ArtistSummary, LotShort } from "@/lib/api/types";
import { moscowField, price, priceRange, typeset } from "@/lib/format";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { withCommission } from "@/trade/rules/commission";
import { lotUrl } from "@/trade/urls";
import { worksOptions } from "../api/works";
import { pricesOf, trendOf } from "../model/prices";
import css from "./artist.module.css";
import { PricePlot } from "./PricePlot";

const PER_PAGE = 20;
/** Fewer sales make no plot. */
const ENOUGH_TO_PLOT = 3;

interface SoldWorksProps {
  artist: Artist;
  sales: ArtistSummary["sales"];
  page: number;
}

/** What the artist's works sold for: over time, and one by one. */
export function SoldWorks({ artist, sales, page }: SoldWorksProps) {
  const sold = useQuery(worksOptions(artist.id, { isSold: true, pageNumber: page, pageSize: PER_PAGE }));
  const prices = pricesOf(sales);
  if (!prices || sold.data?.totalCount === 0) return null;
  return (
    <section className="section" aria-labelledby="sold">
      <div className="section__head">
        <h2 id="sold">Проданные работы</h2>
      </div>
      {prices.sales.length >= ENOUGH_TO_PLOT && (
        <div className={css.prices}>
          <PricePlot prices={prices} />
          <Reading prices={prices} />
        </div>
      )}
      {sold.error && <Fault error={sold.error} retry={() => void sold.refetch()} />}
      {sold.data && (
        <>
          <div className={css.wide}>
            <table className={css.sold}>
              <caption className="sr">Проданные работы: {artist.name}</caption>
              <thead>
                <tr>
                  <th scope="col">
                    <span className="sr">Изображение</span>
                  </th>
                  <th scope="col">Работа</th>
                  <th scope="col">Размер</th>
                  <th scope="col">Эстимейт</th>
                  <th scope="col">Продана за</th>
                  <th scope="col">С комиссией</th>
                  <th scope="col">Дата</th>
                </tr>
              </thead>
              <tbody>
                {sold.data.items.map((lot) => (
                  <SoldRow key={lot.id} lot={lot} />
                ))}
              </tbody>
            </table>
          </div>
          <Pager page={sold.data.currentPage} pages={sold.data.totalPages} />
        </>
      )}
    </section>
  );
}

function Reading({ prices }: { prices: NonNullable<ReturnType<typeof pricesOf>> }) {
  const trend = trendOf(prices.years);
  const sum = (value: number) => price(value, prices.currency);
  return (
    <div>
      {trend && (
        <>
          <h3>Что видно по ценам</h3>
          <p className="small muted num">
            {trend.from.median === trend.to.median
              ? `С ${trend.from.year} по ${trend.to.year} год медиана не изменилась: ${sum(trend.to.median)}.`
              : `С ${trend.from.year} по ${trend.to.year} год медиана ${
                  trend.to.median > trend.from.median ? "выросла" : "снизилась"
                } с ${sum(trend.from.median)} до ${sum(trend.to.median)}.`}
          </p>
        </>
      )}
      <p className="caption">
        По продажам на площадке, без комиссии. Не является оценкой.
        {prices.others > 0 && " Продажи в других валютах не учтены."}
      </p>
    </div>
  );
}

/** «01.06.2026». */
const dateOf = (at: string) => moscowField(at).slice(0, 10).split("-").reverse().join(".");

function SoldRow({ lot }: { lot: LotShort }) {
  const { value, currency, estimatedFrom, estimatedTo } = lot.price;
  const from = estimatedFrom ?? estimatedTo;
  return (
    <tr>
      <td>
        <span className={css.pic}>
          <LotPicture picture={lot.img} alt="" place="thumb" />
        </span>
      </td>
      <td>
        <Link className={css.work} to={lotUrl(lot)}>
          {typeset(lot.titleRu || "Без названия")}
        </Link>
        <span className="caption">{[lot.period, lot.materials].filter(Boolean).join(", ")}</span>
      </td>
      <td>{lot.size}</td>
      <td className="num">
        {from !== null &&
          (estimatedTo !== null && estimatedTo !== from
            ? priceRange(from, estimatedTo, currency)
            : price(from, currency))}
      </td>
      <td>{value !== null && <Price value={value} currency={currency} />}</td>
      <td className="num">
        {value !== null && lot.commission > 0 && price(withCommission(value, lot.commission), currency)}
      </td>
      <td className="num">{lot.endTradeTime && dateOf(lot.endTradeTime)}</td>
    </tr>
  );
}
