import type { CSSProperties } from "react";
import { RollingPrice } from "@/components/RollingPrice/RollingPrice";
import { useConfig } from "@/lib/api/queries/config";
import type { Catalog, LotShort } from "@/lib/api/types";
import { moscowSeconds, percent, price } from "@/lib/format";
import { ReserveBadge } from "@/trade/components/Badges/badges";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { withCommission } from "@/trade/rules/commission";
import { converted, convertedText } from "@/trade/rules/exchange";
import { outcomeText } from "@/trade/rules/outcome";
import { bettorName, isMine } from "@/trade/rules/position";
import { isSold } from "@/trade/rules/trading";
import { LotTimer, Sandline } from "./LotTimer";
import css from "./room.module.css";

export interface LotMoneyProps {
  sale: LiveSale;
  lot: LotShort;
  catalog: Catalog;
  myParticipant: number | null;
  /** Server time since which the lot may be out of date; null while online. */
  staleSince: number | null;
  /** Whether the bid bar already shows the outcome. */
  isOutcomeSaid: boolean;
}

/** The price, what it is called, the total with the commission, the leader and the reserve. */
export function LotMoney({ sale, lot, catalog, myParticipant, staleSince, isOutcomeSaid }: LotMoneyProps) {
  const stale = staleSince !== null;
  const { value, start } = lot.price;
  const shown = value ?? start;
  const label = stale
    ? `По данным на ${moscowSeconds(staleSince)} (МСК)`
    : lot.isBiddingOver
      ? isSold(lot)
        ? "Цена продажи"
        : value === null
          ? "Стартовая цена"
          : "Последняя ставка"
      : value === null
        ? "Стартовая цена"
        : "Текущая ставка";
  const total =
    catalog.commission > 0 ? price(withCommission(shown, catalog.commission), catalog.currency) : null;
  const { data: config } = useConfig();
  const others = converted(shown, catalog.currency, config?.exchangeRates ?? []).map(convertedText);
  const outcome = outcomeText(lot, myParticipant !== null);
  const leader = lot.leadingBet;
  const leads = leader !== null && isMine(leader, myParticipant);
  return (
    <div className={css.now} style={{ "--figures": price(shown, catalog.currency).length } as CSSProperties}>
      <div className="only-wide">
        <LotTimer lot={lot} sale={sale} stale={stale} long />
      </div>
      {catalog.isAutoStart && !stale && (
        <Sandline lot={lot} sale={sale} total={catalog.lotSaleTimeoutInSeconds} />
      )}
      <div className={css.money} data-price>
        <div>
          <p className="caption">{label}</p>
          <RollingPrice value={shown} currency={catalog.currency} />
          {others.length > 0 && <p className={`${css.others} caption num`}>{others.join(" · ")}</p>}
        </div>
        {total && (
          <p className="caption only-phone num">
            с комиссией <span className={css.total}>{total}</span>
          </p>
        )}
      </div>
      {total && (
        <p className={`${css.commission} small muted num only-wide`}>
          С комиссией {percent(catalog.commission)} — {total}
        </p>
      )}
      <p className={css.lead}>
        {outcome ? (
          !isOutcomeSaid && <b className="only-wide">{outcome}</b>
        ) : leader ? (
          <span className="only-wide">
            <span className="caption">{leads ? "Лидируете" : "Лидирует"}</span>{" "}
            <b data-mine={leads || undefined}>{leads ? "вы" : bettorName(leader, myParticipant)}</b>
          </span>
        ) : (
          <span className="caption only-wide">Ставок пока нет</span>
        )}
        <ReserveBadge
          state={lot.price.reservePriceState}
          reserve={lot.price.reserve}
          currency={catalog.currency}
        />
      </p>
    </div>
  );
}
