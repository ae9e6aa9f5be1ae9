import { Icon } from "@/components/Icon/Icon";
import type { LotShort } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { shortClock } from "@/lib/format";
import { isRunning } from "@/trade/rules/trading";
import css from "./room.module.css";

interface LotTimerProps {
  lot: LotShort;
  saleState: number;
  /** The connection is lost, so the end may have moved. */
  stale: boolean;
  /** With «до удара молотка» after the time. */
  long?: boolean;
}

/** The countdown of an auto-start lot. A lot without an end has none: the auctioneer's hammer decides. */
export function LotTimer({ lot, saleState, stale, long = false }: LotTimerProps) {
  const now = useServerNow(333);
  if (stale) {
    return (
      <span className={css.timer}>
        <Icon name="pause" size="s" />
        Нет данных о времени
      </span>
    );
  }
  if (lot.isBiddingOver) {
    return (
      <span className={css.timer}>
        <Icon name="gavel" size="s" />
        Молоток упал
      </span>
    );
  }
  if (!isRunning(saleState) || lot.endTradeTime === null) return null;
  const left = Math.max(0, Date.parse(lot.endTradeTime) - now);
  return (
    <span className={css.timer} data-short={left <= 10_000 || undefined} role="timer">
      <Icon name="clock" size="s" />
      <span className="num">{shortClock(left)}</span>
      {long && " до удара молотка"}
    </span>
  );
}

/** The time left as a line that runs out. */
export function Sandline({ lot, total }: { lot: LotShort; total: number }) {
  const now = useServerNow(333);
  if (lot.endTradeTime === null || lot.isBiddingOver) return null;
  const left = Math.max(0, Date.parse(lot.endTradeTime) - now);
  const share = Math.min(1, left / (total * 1000));
  return (
    <div className={`${css.sandline} only-wide`} data-short={left <= 10_000 || undefined} aria-hidden="true">
      <i style={{ width: `${share * 100}%` }} />
    </div>
  );
}
