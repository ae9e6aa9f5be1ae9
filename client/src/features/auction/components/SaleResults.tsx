import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Price } from "@/components/Price/Price";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { Totals } from "@/components/Totals/Totals";
import type { Catalog, LotShort } from "@/lib/api/types";
import { count, percent, price, priceRange, thousands } from "@/lib/format";
import { saleLotsOptions } from "@/trade/api/lots";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { allInText, withCommission } from "@/trade/rules/commission";
import { tallyOf } from "@/trade/rules/tally";
import { isSold } from "@/trade/rules/trading";
import { lotUrl } from "@/trade/urls";
import css from "./CatalogPage.module.css";

const BEST = 5;

/** What a sale that is over has brought: lots sold, their sum, those above the estimate, and the best. */
export function SaleResults({ catalog }: { catalog: Catalog }) {
  // The live room shares these lots and keeps its updates elsewhere, so what is cached may be from before the hammer.
  const { data, isError, isFetchedAfterMount } = useQuery({
    ...saleLotsOptions(catalog.id),
    refetchOnMount: "always",
  });
  const lots = isFetchedAfterMount ? data : undefined;
  // The lots below say the same, one by one.
  if (isError) return null;
  if (!lots) return <ResultsSkeleton />;
  const { sold, over, sum, share } = tallyOf(lots, 0);
  const above = lots.filter(isAbove).length;
  if (sold === 0) return null;
  const lotsSold = lots.filter(isSold);
  // The commission of each lot is rounded by itself.
  const total = lotsSold.reduce(
    (all, lot) => all + withCommission(lot.price.value ?? 0, catalog.commission),
    0,
  );
  const best = lotsSold.toSorted((a, b) => (b.price.value ?? 0) - (a.price.value ?? 0)).slice(0, BEST);
  return (
    <section aria-labelledby="results">
      <h2 className="sr" id="results">
        Итоги
      </h2>
      <Totals
        className={css.totals}
        totals={[
          {
            name: "Продано",
            value: `${thousands(sold)} из ${thousands(over)}`,
            note: share === null ? null : `${percent(share)} лотов`,
          },
          {
            name: "Сумма продаж",
            value: price(sum, catalog.currency),
            note: catalog.commission > 0 ? `с комиссией ${price(total, catalog.currency)}` : null,
          },
          { name: "Выше эстимейта", value: count(above, ["лот", "лота", "лотов"]) },
        ]}
      />
      <h2 className={css.bestTitle}>Лучшие лоты</h2>
      <ol className={css.best}>
        {best.map((lot, i) => (
          <Best key={lot.id} lot={lot} place={i + 1} commission={catalog.commission} />
        ))}
      </ol>
    </section>
  );
}

/** As tall as the results of most sales, so that the lots below stay where they are. */
function ResultsSkeleton() {
  return (
    <div className={css.resultsSkeleton} aria-hidden="true">
      <Skeleton />
      <Skeleton />
    </div>
  );
}

function isAbove(lot: LotShort): boolean {
  const { value, estimatedFrom, estimatedTo } = lot.price;
  const top = estimatedTo ?? estimatedFrom;
  return isSold(lot) && value !== null && top !== null && value > top;
}

function Best({ lot, place, commission }: { lot: LotShort; place: number; commission: number }) {
  const { value, currency, estimatedFrom, estimatedTo } = lot.price;
  const from = estimatedFrom ?? estimatedTo;
  const sum = value ?? 0;
  const allIn = allInText(sum, commission, currency);
  const author = authorOf(lot);
  return (
    <li>
      <span className={css.place} aria-hidden="true">
        {place}
      </span>
      <span className={css.pic}>
        <LotPicture picture={lot.img} alt="" place="thumb" />
      </span>
      <div>
        <p className="caption">{author ? `${author}, лот ${lot.catalogLotId}` : `Лот ${lot.catalogLotId}`}</p>
        <Link className={css.work} to={lotUrl(lot)}>
          {lot.titleRu || "Без названия"}
        </Link>
        {from !== null && (
          <p className="caption num">
            Эстимейт{" "}
            {estimatedTo !== null && estimatedTo !== from
              ? priceRange(from, estimatedTo, currency)
              : price(from, currency)}
          </p>
        )}
      </div>
      <div className={css.paid}>
        <Price value={sum} currency={currency} />
        {allIn && <p className="caption num">{allIn}</p>}
        {isAbove(lot) && <p className={css.above}>Выше эстимейта</p>}
      </div>
    </li>
  );
}
