import { Price } from "@/components/Price/Price";
import { RollingPrice } from "@/components/RollingPrice/RollingPrice";
import type { Lot } from "@/lib/api/types";
import { count, moscowSeconds, percent, price, priceRange } from "@/lib/format";
import { ReserveBadge, StateBadge } from "@/trade/components/Badges/badges";
import { LotState, ReserveState } from "@/trade/enums";
import { withCommission } from "@/trade/rules/commission";
import { leaderOf, termsText, togetherText } from "@/trade/rules/together";
import { isOffer, isSold, shownPrice } from "@/trade/rules/trading";
import css from "./lot.module.css";

const BETS = ["ставка", "ставки", "ставок"] as const;

interface PriceBlockProps {
  lot: Lot;
  /** Unix ms since which the price may be out of date. */
  staleSince: number | null;
}

/** The current price with its label, commission, estimate and number of bets. */
export function PriceBlock({ lot, staleSince }: PriceBlockProps) {
  const { commission } = lot;
  const { currency, value, start, estimatedFrom, estimatedTo } = lot.price;
  const shown = value === null && !isOffer(lot) ? { label: "Стартовая цена", from: start } : shownPrice(lot);
  const estimate = estimatedFrom ?? estimatedTo;
  const leader = leaderOf(lot);
  const together = leader === null ? termsText(lot) : togetherText(lot);
  const stale = staleSince !== null && !lot.isBiddingOver;
  return (
    <>
      {together && (
        <p className={css.together} role="status">
          {together}
          {leader !== null && `${lot.isChoice ? ". Ставки" : ", ставки"} и цена — на лоте ${leader}`}
        </p>
      )}
      <div className={css.spread} data-price>
        <div>
          <p className={css.k}>
            {stale ? (
              <span className="num">По данным на {moscowSeconds(staleSince)} (МСК)</span>
            ) : (
              shown.label
            )}
          </p>
          {shown.from === null ? (
            <p className={css.onRequest}>по запросу</p>
          ) : (
            <p className={css.price} data-stale={stale || undefined}>
              <RollingPrice value={shown.from} currency={currency} />
            </p>
          )}
        </div>
        <div className={css.aside}>
          <Outcome lot={lot} />
          {estimate !== null && !isOffer(lot) && (
            <p className="caption num">
              Эстимейт{" "}
              {estimatedTo !== null && estimatedTo !== estimate
                ? priceRange(estimate, estimatedTo, currency)
                : price(estimate, currency)}
            </p>
          )}
        </div>
      </div>
      {!isOffer(lot) && shown.from !== null && (
        <p className={css.figures}>
          {commission > 0 && `С комиссией ${percent(commission)} — `}
          {commission > 0 && price(withCommission(shown.from, commission), currency)}
          {commission > 0 && lot.betsCount > 0 && " · "}
          {lot.betsCount > 0 && (
            <a className="link" href="#bets">
              {count(lot.betsCount, BETS)}
            </a>
          )}
        </p>
      )}
      {isOffer(lot) && shown.from !== null && commission > 0 && (
        <p className={css.figures}>
          С комиссией {percent(commission)} —{" "}
          <Price value={withCommission(shown.from, commission)} currency={currency} />
        </p>
      )}
    </>
  );
}

/** The reserve while in trade, the outcome afterwards. */
function Outcome({ lot }: { lot: Lot }) {
  const { reservePriceState, reserve, currency } = lot.price;
  if (lot.state === LotState.InProcess && !lot.isBiddingOver) {
    return reservePriceState ? (
      <ReserveBadge state={reservePriceState} reserve={reserve} currency={currency} />
    ) : null;
  }
  const unmet = !isSold(lot) && lot.isBiddingOver && lot.leadingBet !== null;
  return (
    <>
      <StateBadge lot={lot} />
      {unmet && reservePriceState !== null && reservePriceState !== ReserveState.Achieved && (
        <p className="caption">Резервная цена не достигнута</p>
      )}
    </>
  );
}
