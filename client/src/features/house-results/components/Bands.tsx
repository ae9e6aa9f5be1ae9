import type { SaleResults } from "@/lib/api/types";
import { percent, price } from "@/lib/format";
import { Block } from "@/staff/blocks/Block";
import { bandsOf } from "@/staff/results/totals";
import css from "./HouseResultsPage.module.css";

/** How much was sold at which prices. */
export function Bands({ results, isRunning }: { results: SaleResults; isRunning: boolean }) {
  const bands = bandsOf(results);
  const most = Math.max(1, ...bands.map(({ offered }) => offered));
  return (
    <Block
      title="Продано по ценам"
      aside={
        <span className={css.legend}>
          <i data-sold /> продано <i /> не продано
          {isRunning && (
            <>
              {" "}
              <i data-coming /> впереди
            </>
          )}
        </span>
      }
    >
      <ul className={css.bands}>
        {bands.map(({ label, offered, over, sold, amount }) => (
          <li key={label}>
            <span>{label}</span>
            <span className={css.bar} aria-hidden="true">
              <i data-sold style={{ width: `${(sold * 60) / most}%` }} />
              <i style={{ width: `${((over - sold) * 60) / most}%` }} />
              <i data-coming style={{ width: `${((offered - over) * 60) / most}%` }} />
              <span className={css.share}>
                {over > 0 && (
                  <>
                    <b>{percent(Math.round((sold * 100) / over))}</b> {sold} из {over}
                  </>
                )}
              </span>
            </span>
            <span className="sr">
              продано {sold} из {over}
              {over < offered && `, впереди ${offered - over}`}
            </span>
            <span className="num">{price(amount, results.currency)}</span>
          </li>
        ))}
      </ul>
      <p className="caption">По нижнему эстимейту лота, без него по старту. Справа сумма продаж</p>
    </Block>
  );
}
