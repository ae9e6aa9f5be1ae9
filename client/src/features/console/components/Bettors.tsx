import { Price } from "@/components/Price/Price";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { bettorName } from "@/trade/rules/position";
import css from "./console.module.css";

/** The online bidders on the current lot, each with their highest bet. */
export function Bettors({ sale, currency }: { sale: LiveSale; currency: number }) {
  const highest = new Map<number, { name: string; value: number }>();
  for (const bet of sale.bets) {
    if (bet.participant !== null && !highest.has(bet.participant)) {
      highest.set(bet.participant, { name: bettorName(bet, null), value: bet.value });
    }
  }
  if (sale.current === null) return null;
  if (highest.size === 0) return <p className="muted">На этом лоте ставок из сети нет</p>;
  return (
    <ul className={css.max}>
      {[...highest].slice(0, 4).map(([participant, { name, value }]) => (
        <li key={participant} className={css.bettor}>
          {name}
          <Price value={value} currency={currency} className="muted" />
        </li>
      ))}
    </ul>
  );
}
