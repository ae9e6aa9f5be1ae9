import { Price } from "@/components/Price/Price";
import { moscowSeconds } from "@/lib/format";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { bettorInFeed, sourceOf } from "@/trade/rules/position";
import css from "./console.module.css";

/** The standing bets on the current lot, newest first, with their numbers. */
export function LotBets({ sale, currency }: { sale: LiveSale; currency: number }) {
  const total = sale.current?.betsCount ?? 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
    <section className={css.bets} tabIndex={0} aria-label="Ставки по лоту">
      <ol>
        {sale.bets.map((bet, index) => (
          <li key={bet.id}>
            <span className={`${css.src} num`}>№ {total - index}</span>
            <span>
              {bettorInFeed(bet, null)} <span className={css.src}>{sourceOf(bet)}</span>
            </span>
            <Price value={bet.value} currency={currency} />
            <time dateTime={bet.created}>{moscowSeconds(bet.created)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
