import { BigCountdown } from "@/components/Countdown/Countdown";
import { Live } from "@/components/Live/Live";
import type { Lot } from "@/lib/api/types";
import { dayMonth, moscowTime } from "@/lib/format";
import { CatalogState, CatalogType } from "@/trade/enums";
import { isInTrade, isPaused, isRunning, lotEnd } from "@/trade/rules/trading";
import { usePassed } from "../model/usePassed";
import css from "./lot.module.css";

const on = (at: string | number) => `${dayMonth(at)} в ${moscowTime(at)}`;

/** The end of the lot or the start of its sale; nothing once the lot is over. */
export function LotClock({ lot }: { lot: Lot }) {
  const end = lotEnd(lot);
  const running = isRunning(lot.catalogState);
  if (end !== null && running) {
    return (
      <div className={css.part}>
        <div className={css.spread}>
          <div>
            <p className={css.k}>До окончания</p>
            <BigCountdown end={end} spoken />
          </div>
          <p className={`caption ${css.aside}`}>
            <span>Окончание {on(end)}</span>
            {lot.catalogType === CatalogType.Parallel && (
              <span>Ставка в последние 5&nbsp;минут продлевает торги</span>
            )}
          </p>
        </div>
      </div>
    );
  }
  if (lot.catalogType === CatalogType.Classic && running && isInTrade(lot)) {
    return (
      <div className={css.part}>
        {isPaused(lot) ? <p className={css.k}>Торги на паузе</p> : <Live>Лот продаётся в зале сейчас</Live>}
      </div>
    );
  }
  if (lot.catalogState === CatalogState.Scheduled && lot.catalogStartDate && !lot.isBiddingOver) {
    return <BeforeStart start={lot.catalogStartDate} />;
  }
  return null;
}

function BeforeStart({ start }: { start: string }) {
  const isAhead = !usePassed(Date.parse(start));
  return (
    <div className={css.part}>
      <div className={css.spread}>
        <div>
          <p className={css.k}>{isAhead ? "До начала торгов" : "Начало торгов"}</p>
          {isAhead ? <BigCountdown end={Date.parse(start)} /> : <p className="num">{on(start)}</p>}
        </div>
        {isAhead && (
          <p className={`caption ${css.aside}`}>
            <span>Начало {on(start)}</span>
          </p>
        )}
      </div>
    </div>
  );
}
