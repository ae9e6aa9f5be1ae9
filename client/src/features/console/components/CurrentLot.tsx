import type { Catalog, House, LotShort } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { price, priceRange, shortClock } from "@/lib/format";
import { ReserveBadge } from "@/trade/components/Badges/badges";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { CatalogState } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { ladderOf, stepAt } from "@/trade/rules/ladder";
import { bettorName } from "@/trade/rules/position";
import { justTaken, takenText, termsText } from "@/trade/rules/together";
import { isRunning, isSold } from "@/trade/rules/trading";
import { resultOf } from "../model/desk";
import css from "./CurrentLot.module.css";
import desk from "./console.module.css";

interface CurrentLotProps {
  sale: LiveSale;
  lot: LotShort;
  catalog: Catalog;
  house: House | null;
  /** How many absentee orders wait on the lot; their maxima are secret. */
  orders: number;
}

/** The lot on the block: its picture, its amounts and its leader. */
export function CurrentLot({ sale, lot, catalog, house, orders }: CurrentLotProps) {
  const ladder = ladderOf(catalog, house?.stepsTable);
  const step = ladder.percent
    ? "10 %"
    : price(stepAt(ladder.table, lot.price.value ?? lot.price.start), catalog.currency);
  const money = (value: number) => price(value, catalog.currency);
  const { estimatedFrom, estimatedTo } = lot.price;
  const estimate =
    estimatedFrom !== null && estimatedTo !== null
      ? priceRange(estimatedFrom, estimatedTo, catalog.currency)
      : (estimatedFrom ?? estimatedTo) &&
        `${estimatedTo === null ? "от" : "до"} ${money(estimatedFrom ?? estimatedTo ?? 0)}`;
  const title = [authorOf(lot), lot.titleRu].filter(Boolean).join(". ");
  const together = takenText(justTaken(sale.lots, sale.current)) ?? termsText(lot);
  return (
    <div className={css.lot}>
      <div className={css.pic}>
        <LotPicture picture={lot.img} alt={title} place="desk" eager />
      </div>
      <div>
        <div className={css.lotHead}>
          <span className="num">
            {sale.state === CatalogState.Scheduled ? "Первый лот:" : "Лот"} {lot.catalogLotId}
          </span>
          <span className="row">
            <ReserveBadge state={lot.price.reservePriceState} />
            <ReserveDistance lot={lot} currency={catalog.currency} />
          </span>
        </div>
        <h2 className={css.lotTitle} title={title}>
          {title}
        </h2>
        {together && <p className={css.together}>{together}</p>}
        <dl className={`${desk.facts} num`}>
          {estimate && <Fact term="Эстимейт" value={estimate} />}
          <Fact term="Старт" value={money(lot.price.start)} />
          {lot.price.reserve !== null && <Fact term="Резерв" value={money(lot.price.reserve)} />}
          <Fact term="Шаг" value={step} />
          <Fact term="Минимум" value={money(lot.price.minBet)} />
          {orders > 0 && <Fact term="Заочных" value={String(orders)} />}
        </dl>
        <div className={css.price}>
          <div>
            <p className={desk.k}>
              {lot.price.value === null
                ? "Стартовая цена"
                : lot.isBiddingOver
                  ? "Цена продажи"
                  : "Текущая ставка"}
            </p>
            <p className={`${desk.priceValue} num`}>{money(lot.price.value ?? lot.price.start)}</p>
          </div>
          <div className={css.leader}>
            <p className={desk.k}>
              {!lot.leadingBet ? "Ставок нет" : isSold(lot) ? "Покупатель" : "Лидирует"}
            </p>
            {lot.leadingBet && <b>{bettorName(lot.leadingBet, null)}</b>}
            <DeskTimer lot={lot} sale={sale} />
          </div>
        </div>
      </div>
    </div>
  );
}

/** How far the price is from the reserve, for those who may know the reserve. */
function ReserveDistance({ lot, currency }: { lot: LotShort; currency: number }) {
  const { reserve } = lot.price;
  if (reserve === null || lot.isBiddingOver) return null;
  const over = (lot.price.value ?? 0) - reserve;
  return (
    <span className={`${desk.k} num`}>
      {over < 0 ? `до резерва ${price(-over, currency)}` : `выше резерва на ${price(over, currency)}`}
    </span>
  );
}

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{value}</dd>
  </div>
);

function DeskTimer({ lot, sale }: { lot: LotShort; sale: LiveSale }) {
  const now = useServerNow(333);
  if (sale.state === CatalogState.Scheduled) return <span className={desk.k}>Торги ещё не начаты</span>;
  if (!isRunning(sale.state)) return null;
  if (lot.isBiddingOver) return <span className={desk.k}>{resultOf(lot)}</span>;
  if (sale.connection.state === "offline") return <span className={desk.k}>Нет связи</span>;
  if (lot.endTradeTime === null) {
    return <span className={desk.k}>{sale.pause ? "Торги на паузе" : "Решает молоток"}</span>;
  }
  const left = Date.parse(lot.endTradeTime) - (sale.pause?.since ?? now);
  return (
    <span className={desk.k} role="timer">
      <span className="num">{shortClock(left)}</span> {sale.pause ? "пауза" : "автостарт"}
    </span>
  );
}
