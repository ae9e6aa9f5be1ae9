import { useTimeLeft } from "@/components/Countdown/Countdown";
import type { HallSale } from "@/lib/api/types";
import { clock, count, dayMonthTime, duration, shortClock, typeset } from "@/lib/format";
import css from "./hall.module.css";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const LOTS = ["лот", "лота", "лотов"] as const;

/** The sale's name and the time until its start. */
export function Before({ sale }: { sale: HallSale }) {
  return (
    <section className={css.message}>
      <h1>{typeset(sale.title)}</h1>
      <p>
        {count(sale.lots.length, LOTS)}
        {sale.startDate && ` · начало ${dayMonthTime(sale.startDate)}`}
      </p>
      {sale.startDate && <Until start={Date.parse(sale.startDate)} />}
    </section>
  );
}

const untilText = (left: number): string => {
  if (left === 0) return "Начинаем";
  if (left >= DAY_MS) return duration(left);
  // Both clocks round a part of a second up.
  return left > HOUR_MS - 1000 ? clock(left) : shortClock(left);
};

function Until({ start }: { start: number }) {
  const left = useTimeLeft(start);
  return (
    <p className={css.countdown} role="timer">
      {untilText(left)}
    </p>
  );
}
