import { useElementSize } from "@mantine/hooks";
import { moscowDay, price, thousands } from "@/lib/format";
import { gridOf, type Prices } from "../model/prices";
import css from "./artist.module.css";

const HEIGHT = 300;
const EDGE = { left: 76, right: 16, top: 16, bottom: 28 } as const;
/** The room of a year's name. */
const YEAR_WIDTH = 56;

const begins = (year: number) => Date.parse(`${year}-01-01T00:00:00+03:00`);

/** Each sale by its day and price, and the median of each year. */
export function PricePlot({ prices }: { prices: Prices }) {
  const { ref, width } = useElementSize();
  const { sales, years, best, currency } = prices;
  const [first, last] = [years[0]?.year ?? 0, years.at(-1)?.year ?? 0];
  const grid = gridOf(best.price);
  const [from, until, top] = [begins(first), begins(last + 1), grid.at(-1) ?? 1];
  const x = (at: number) =>
    EDGE.left + ((at - from) / (until - from)) * Math.max(0, width - EDGE.left - EDGE.right);
  const y = (value: number) => HEIGHT - EDGE.bottom - (value / top) * (HEIGHT - EDGE.top - EDGE.bottom);
  const middle = (year: number) => x((begins(year) + begins(year + 1)) / 2);
  const each = Math.max(1, Math.ceil(((last - first + 1) * YEAR_WIDTH) / Math.max(1, width - EDGE.left)));
  const named = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter(
    (year) => (year - first) % each === 0,
  );
  return (
    <figure>
      <div ref={ref}>
        <svg
          className={css.plot}
          width="100%"
          height={HEIGHT}
          role="img"
          aria-label={`Цены проданных работ ${first === last ? `в ${first} году` : `с ${first} по ${last} год`}, лучшая — ${price(best.price, currency)}`}
        >
          {grid.map((value) => (
            <g key={value}>
              <line
                x1={EDGE.left}
                x2={width - EDGE.right}
                y1={y(value)}
                y2={y(value)}
                data-axis={value === 0 || undefined}
              />
              <text x={EDGE.left - 12} y={y(value) + 4} textAnchor="end">
                {thousands(value)}
              </text>
            </g>
          ))}
          {named.map((year) => (
            <text key={year} x={middle(year)} y={HEIGHT - 6} textAnchor="middle">
              {year}
            </text>
          ))}
          <polyline points={years.map(({ year, median }) => `${middle(year)},${y(median)}`).join(" ")} />
          {sales.map((sale) => (
            <circle
              key={sale.lotId}
              cx={x(Date.parse(sale.soldAt))}
              cy={y(sale.price)}
              r="5"
              data-best={sale === best || undefined}
            >
              <title>{`${sale.titleRu}, ${moscowDay(sale.soldAt).year}: ${price(sale.price, currency)}`}</title>
            </circle>
          ))}
        </svg>
      </div>
      <figcaption className={css.legend}>
        <span data-mark="sale">Продажа, цена молотка</span>
        {years.length > 1 && <span data-mark="median">Медиана года</span>}
        <span data-mark="best">Лучшая цена</span>
      </figcaption>
    </figure>
  );
}
