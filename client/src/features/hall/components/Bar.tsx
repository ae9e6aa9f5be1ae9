import { Icon } from "@/components/Icon/Icon";
import type { HallLot, HallSale } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { shortClock } from "@/lib/format";
import { outcomeOf } from "../model/hallState";
import css from "./hall.module.css";

/** A lot's time is short from here on. */
const SHORT_MS = 10_000;

/** What the auctioneer has just said or done: one thing at a time, the weightiest. */
export function Bar({ sale, lot }: { sale: HallSale; lot: HallLot }) {
  const outcome = outcomeOf(lot);
  if (outcome) {
    return (
      <p className={css.bar} data-tone={outcome} role="status">
        <Icon name="gavel" />
        {outcome === "sold" ? "Продано" : "Не продано"}
      </p>
    );
  }
  if (sale.pausedAt !== null) {
    return (
      <p className={css.bar} data-tone="pause" role="status">
        <Icon name="pause" />
        <span>
          Пауза
          {sale.pauseReason && <small>{sale.pauseReason}</small>}
        </span>
      </p>
    );
  }
  if (lot.warnedAt !== null) {
    return (
      <p className={css.bar} data-tone="warning" role="status">
        <Icon name="bell" />
        Последний раз
      </p>
    );
  }
  return lot.endTradeTime === null ? null : <TimeLeft end={Date.parse(lot.endTradeTime)} />;
}

function TimeLeft({ end }: { end: number }) {
  const left = Math.max(0, end - useServerNow(333));
  return (
    <p className={css.bar} data-tone={left <= SHORT_MS ? "warning" : "time"} role="timer">
      <Icon name="clock" />
      {shortClock(left)}
    </p>
  );
}
