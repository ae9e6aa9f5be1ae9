import { price } from "@/lib/format";

/** Price with the buyer's commission in percent, halves rounded up. */
export function withCommission(value: number, commission: number): number {
  // Commission has at most two decimals, so integers keep halves exact.
  return Math.floor((value * (10_000 + Math.round(commission * 100)) + 5000) / 10_000);
}

/** «с комиссией 120 000 ₽»: what the buyer pays in all; null where the commission adds nothing. */
export function allInText(value: number, commission: number, currency?: number): string | null {
  const total = withCommission(value, commission);
  return total > value ? `с\u00a0комиссией ${price(total, currency)}` : null;
}
