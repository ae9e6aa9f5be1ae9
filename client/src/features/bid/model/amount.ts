import { ABOVE_MAX, MAX_AMOUNT } from "@/lib/amounts";
import type { LotShort } from "@/lib/api/types";
import { count } from "@/lib/format";
import type { Cap } from "@/trade/rules/cap";

/**
 * An amount this many times the minimum and above the estimate needs another confirmation: it probably has an extra zero. The
 * threshold for limits is higher, since they may be far above the price on purpose.
 */
const SUSPICIOUS_FACTOR = { bet: 3, limit: 10 } as const;

export type Sum = keyof typeof SUSPICIOUS_FACTOR;

export function isSuspicious(value: number, sum: Sum, minimum: number, { price }: Pick<LotShort, "price">) {
  const estimate = price.estimatedTo ?? price.estimatedFrom ?? 0;
  return value >= minimum * SUSPICIOUS_FACTOR[sum] && value > estimate;
}

const TIMES = ["раз", "раза", "раз"] as const;

/** «В 11 000 раз выше текущей ставки». */
export function excessText(value: number, { price }: Pick<LotShort, "price">): string {
  const times = (base: number) => count(Math.floor(value / base), TIMES);
  if (price.value !== null) return `В ${times(price.value)} выше текущей ставки`;
  if (price.start > 0) return `В ${times(price.start)} выше стартовой цены`;
  return `В ${times(price.minBet)} выше минимальной ставки`;
}

interface Limits {
  minimum: number;
  /** undefined while it is loading. */
  cap: Cap | null | undefined;
}

/** Why an amount cannot be bid, in the server's words and order of checks; null when it can. */
export function amountError(value: number | null, { minimum, cap }: Limits): string | null {
  if (value === null || value <= 0) return "Введите сумму";
  if (value > MAX_AMOUNT) return ABOVE_MAX;
  if (value % 10 !== 0) return "Ставка должна быть кратна 10";
  if (cap && value > cap.value) return `Ставка превышает допустимый лимит (${cap.text})`;
  if (value < minimum) return "Ставка ниже минимальной";
  return null;
}

/** The options around an amount that cannot be bid: one below and one above, or the two nearest. */
export function nearestOptions(value: number | null, options: readonly number[]): number[] {
  if (value === null) return options.slice(0, 2);
  const above = options.findIndex((option) => option > value);
  if (above <= 0) return above === 0 ? options.slice(0, 2) : options.slice(-2);
  return options.slice(above - 1, above + 1);
}
