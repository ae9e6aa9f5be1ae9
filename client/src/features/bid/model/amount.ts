import type { UntrustedCap } from "@/lib/api/types";
import { Currency } from "@/lib/enums";

/** An amount this many times the minimum must be confirmed again: it probably has one zero too many. */
export const SUSPICIOUS_FACTOR = 5;

export const isSuspicious = (value: number, minimum: number) => value >= minimum * SUSPICIOUS_FACTOR;

interface Limits {
  minimum: number;
  cap: Cap | null;
}

/** The limit of an untrusted bidder, with its unit: «5000 руб»; a trusted bidder has none. */
export interface Cap {
  value: number;
  text: string;
}

export function capOf(cap: UntrustedCap, currency: number): Cap {
  if (currency === Currency.Eur) return { value: cap.eur, text: `${cap.eur} евро` };
  if (currency === Currency.Usd) return { value: cap.usd, text: `${cap.usd} долл` };
  return { value: cap.rub, text: `${cap.rub} руб` };
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
