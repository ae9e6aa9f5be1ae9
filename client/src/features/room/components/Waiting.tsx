import type { ReactNode } from "react";
import { Link } from "react-router";
import { Fault } from "@/components/ErrorBoundary/Fault";
import type { Catalog } from "@/lib/api/types";
import { count, dayMonthTime, price, thousands } from "@/lib/format";
import { CatalogState } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { tallyOf } from "@/trade/rules/tally";
import { auctionUrl } from "@/trade/urls";
import css from "./room.module.css";

const LOTS = ["лота", "лотов", "лотов"] as const;

const WORDS: Record<number, string> = {
  [CatalogState.Scheduled]: "Торги ещё не начались",
  [CatalogState.WaitForEnd]: "Все лоты пройдены. Аукцион завершается",
  [CatalogState.Completed]: "Аукцион завершён",
  [CatalogState.Canceled]: "Аукцион отменён",
};

interface WaitingProps {
  sale: LiveSale;
  catalog: Catalog;
  panel: ReactNode;
}

/** Shown instead of the lot while none is on the block. */
export function Waiting({ sale, catalog, panel }: WaitingProps) {
  const { sold, over, sum } = tallyOf(sale.lots, 0);
  if (sale.lotsFault) {
    return (
      <div className={css.waiting}>
        {panel}
        <div className={css.fault}>
          <Fault error={sale.lotsFault} retry={sale.rereadLots} />
        </div>
      </div>
    );
  }
  return (
    <div className={css.waiting}>
      {panel}
      <div>
        <p className={css.words}>
          {sale.lotsLoading ? "Открываем зал…" : (WORDS[sale.state] ?? "Лотов для торгов нет")}
        </p>
        {sold > 0 && sale.state !== CatalogState.Canceled && (
          <p className="num">
            Продано {thousands(sold)} из {count(over, LOTS)} на {price(sum, catalog.currency)}
          </p>
        )}
        {sale.state === CatalogState.Scheduled && catalog.startDate && (
          <p className="muted">Начало {dayMonthTime(catalog.startDate)}</p>
        )}
        {!sale.lotsLoading && (
          <p>
            <Link className="link" to={`${auctionUrl(catalog)}?viewType=catalog`}>
              {sale.state === CatalogState.Scheduled ? "Смотреть каталог" : "Смотреть результаты и каталог"}
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}
