import { Icon } from "@/components/Icon/Icon";
import type { HallSale } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { moscowSeconds, moscowTime } from "@/lib/format";
import css from "./hall.module.css";

/** More letters than two lines hold beside the mark of a rehearsal and the hint of F. */
const LONG = 72;

interface HallHeadProps {
  sale: HallSale;
  staleSince: number | null;
  /** Fills the screen; null while that is not offered. */
  onFill: (() => void) | null;
}

/** The house, the sale, the clock; and the truth about old figures, so that the hall trusts the new ones. */
export function HallHead({ sale, staleSince, onFill }: HallHeadProps) {
  const now = useServerNow(1000);
  return (
    <header className={css.head}>
      <span className={css.house}>{sale.houseNameRu}</span>
      {sale.isRehearsal && <span className={css.rehearsal}>Репетиция</span>}
      <span className={css.sale} data-long={sale.title.length > LONG || undefined}>
        {sale.title}
      </span>
      {staleSince === null ? null : (
        <span className={css.stale} role="status">
          <Icon name="netoff" />
          Нет связи, данные на {moscowSeconds(staleSince)}
        </span>
      )}
      {onFill && (
        <button type="button" className={css.hint} onClick={onFill}>
          <kbd>F</kbd> На весь экран
        </button>
      )}
      <time className={css.time}>{moscowTime(now)}</time>
    </header>
  );
}
