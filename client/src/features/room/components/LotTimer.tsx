import countdown from "@/components/Countdown/Countdown.module.css";
import { Icon } from "@/components/Icon/Icon";
import type { LotShort } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { shortClock } from "@/lib/format";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { isRunning } from "@/trade/rules/trading";
import css from "./room.module.css";

interface LotTimerProps {
  lot: LotShort;
  sale: Pick<LiveSale, "state" | "pause">;
  /** The connection is lost, so the end may have moved. */
  stale: boolean;
  /** With «до удара молотка» after the time. */
  long?: boolean;
}

/** The countdown of an auto-start lot. A lot without an end has none: the auctioneer's hammer decides. */
export function LotTimer({ lot, sale, stale, long = false }: LotTimerProps) {
  const now = useTradeNow(sale);
  if (stale) {
    return (
      <span className={countdown.timer}>
        <Icon name="netoff" size="s" />
        {/* A lot that the hammer ends has no time to know. */}
        {lot.endTradeTime === null ? "Нет связи" : "Нет данных о времени"}
      </span>
    );
  }
  if (lot.isBiddingOver) {
    return (
      <span className={countdown.timer}>
        <Icon name="gavel" size="s" />
        Молоток упал
      </span>
    );
  }
  if (!isRunning(sale.state) || lot.endTradeTime === null) {
    return sale.pause && <Paused />;
  }
  const left = Math.max(0, Date.parse(lot.endTradeTime) - now);
  return (
    <span className={countdown.timer} data-short={left <= 10_000 || undefined} role="timer">
      <Icon name={sale.pause ? "pause" : "clock"} size="s" />
      <span className="num">{shortClock(left)}</span>
      {sale.pause ? " часы лота стоят" : long && " до удара молотка"}
    </span>
  );
}

function Paused() {
  return (
    <span className={countdown.timer}>
      <Icon name="pause" size="s" />
      Торги на паузе
    </span>
  );
}

/** Server time as the lot's clock counts it: it stops during a pause. */
function useTradeNow({ pause }: Pick<LiveSale, "pause">): number {
  const now = useServerNow(333);
  return pause ? Math.min(now, pause.since) : now;
}

interface SandlineProps {
  lot: LotShort;
  sale: Pick<LiveSale, "pause">;
  /** Seconds that a bet leaves. */
  total: number;
}

/** The time left as a line that runs out. */
export function Sandline({ lot, sale, total }: SandlineProps) {
  const now = useTradeNow(sale);
  if (lot.endTradeTime === null || lot.isBiddingOver) return null;
  const left = Math.max(0, Date.parse(lot.endTradeTime) - now);
  const share = Math.min(1, left / (total * 1000));
  return (
    <div className={`${css.sandline} only-wide`} data-short={left <= 10_000 || undefined} aria-hidden="true">
      <i style={{ width: `${share * 100}%` }} />
    </div>
  );
}
