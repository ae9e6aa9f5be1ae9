import type { Cap } from "@/trade/rules/cap";

/** An amount this many times the minimum must be confirmed again: it probably has one zero too many. */
export const SUSPICIOUS_FACTOR = 5;

export const isSuspicious = (value: number, minimum: number) => value >= minimum * SUSPICIOUS_FACTOR;

interface Limits {
  minimum: number;
  cap: Cap | null;
}

/** Why an amount cannot be bid, in the server's words and order of checks; null when it can. */
export function amountError(value: number | null, { minimum, cap }: Limits): string | null {
  if (value === null || value <= 0) return "Введите сумму";
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
