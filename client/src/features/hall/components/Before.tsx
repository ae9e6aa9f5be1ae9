import { useTimeLeft } from "@/components/Countdown/Countdown";
import type { HallSale } from "@/lib/api/types";
import { clock, count, dayMonthTime, duration, typeset } from "@/lib/format";
import css from "./hall.module.css";

const DAY_MS = 24 * 60 * 60 * 1000;
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

function Until({ start }: { start: number }) {
  const left = useTimeLeft(start);
  return (
    <p className={css.countdown} role="timer">
      {left === 0 ? "Начинаем" : left >= DAY_MS ? duration(left) : clock(left)}
    </p>
  );
}
