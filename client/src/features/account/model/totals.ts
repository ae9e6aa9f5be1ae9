import { price } from "@/lib/format";
import { withCommission } from "@/trade/rules/commission";

interface Amount {
  /** Hammer price or limit, in whole units. */
  value: number;
  /** Per cent; 0 where there is none. */
  commission: number;
  currency: number;
}

/** «333 500 ₽», each currency for itself: «333 500 ₽ и 1 200 €». Null for no amounts. */
export function allIn(amounts: readonly Amount[]): string | null {
  const sums = new Map<number, number>();
  for (const { value, commission, currency } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0) + withCommission(value, commission));
  }
  return sums.size === 0 ? null : [...sums].map(([currency, sum]) => price(sum, currency)).join(" и ");
}
