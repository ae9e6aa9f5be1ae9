import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { Price } from "@/components/Price/Price";
import { Totals } from "@/components/Totals/Totals";
import type { Catalog, LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { count, percent, plural, price, priceRange, quoted, thousands, typeset } from "@/lib/format";
import { saleLotsOptions } from "@/trade/api/lots";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { allInText, withCommission } from "@/trade/rules/commission";
import { tallyOf } from "@/trade/rules/tally";
import { isSold } from "@/trade/rules/trading";
import { lotUrl } from "@/trade/urls";
import css from "./CatalogPage.module.css";
import { ResultsSkeleton } from "./ResultsSkeleton";

const BEST = 5;
const LOTS = ["лот", "лота", "лотов"] as const;

/** What a sale that is over has brought: lots sold, their sum, those above the estimate, and the best. */
export default function SaleResults({ catalog, onLots }: { catalog: Catalog; onLots: () => void }) {
  const { user } = useSession();
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
  if (sold === 0) return null;
  const lotsSold = lots.filter(isSold);
  const estimated = lotsSold.filter(({ price }) => price.value !== null && topOf(price) !== null);
  const above = estimated.filter(isAbove).length;
  const won = user ? lotsSold.filter(({ leadingBet }) => leadingBet?.userId === user.id) : [];
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
          ...(estimated.length > 0
            ? [
                {
                  name: "Выше эстимейта",
                  value: count(above, LOTS),
                  note: `${percent(Math.round((above / estimated.length) * 100))} проданных с эстимейтом`,
                },
              ]
            : []),
        ]}
      />
      {won.length > 0 && <Won lots={won} catalog={catalog} />}
      <div className={css.bestHead}>
        <h2>Лучшие лоты</h2>
        <button type="button" className="link small" onClick={onLots}>
          Все результаты
        </button>
      </div>
      <ol className={css.best} data-above={best.some(isAbove) || undefined}>
        {best.map((lot, i) => (
          <Best key={lot.id} lot={lot} place={i + 1} commission={catalog.commission} />
        ))}
      </ol>
    </section>
  );
}

const topOf = ({ estimatedFrom, estimatedTo }: LotShort["price"]) => estimatedTo ?? estimatedFrom;

function isAbove({ price }: LotShort): boolean {
  const top = topOf(price);
  return price.value !== null && top !== null && price.value > top;
}

/** «В 2,1 раза выше эстимейта» from twice the estimate on. */
function aboveText({ price }: LotShort): string {
  const top = topOf(price);
  const times = Math.floor(((price.value ?? 0) / (top || 1)) * 10) / 10;
  if (!top || times < 2) return "Выше эстимейта";
  return `В\u00a0${String(times).replace(".", ",")}\u00a0${timesWord(times)} выше эстимейта`;
}

/** A fraction takes the genitive: «2,1 раза», «5 раз». */
const timesWord = (times: number) =>
  Number.isInteger(times) ? plural(times, ["раз", "раза", "раз"]) : "раза";

/** What the viewer has won, and what they pay for it. */
function Won({ lots, catalog }: { lots: readonly LotShort[]; catalog: Catalog }) {
  const [first] = lots;
  const sum = lots.reduce((all, lot) => all + (lot.price.value ?? 0), 0);
  const whole = lots.reduce((all, lot) => all + withCommission(lot.price.value ?? 0, catalog.commission), 0);
  return (
    <div className={css.won}>
      <Icon name="check" />
      <div>
        <p className={css.wonTitle}>
          {lots.length === 1 && first
            ? `Ваша ставка победила: лот ${first.catalogLotId}, ${quoted(typeset(first.titleRu || "Без названия"))}`
            : `Ваши ставки победили: ${count(lots.length, LOTS)}`}
        </p>
        <p className="small num">
          {price(sum, catalog.currency)}
          {catalog.commission > 0 && `, с комиссией ${price(whole, catalog.currency)}`}. Дом свяжется с вами,
          чтобы договориться об оплате и получении.
        </p>
      </div>
      <Button component={Link} to="/account?p=bets">
        Мои ставки
      </Button>
    </div>
  );
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
          {typeset(lot.titleRu || "Без названия")}
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
      </div>
      <p className={css.above}>{isAbove(lot) && <span>{aboveText(lot)}</span>}</p>
    </li>
  );
}
