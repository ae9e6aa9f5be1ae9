/** From this many times the minimum on, an amount is asked about once more: most likely a zero too many. */
export const SUSPICIOUS_FACTOR = 5;

export const isSuspicious = (value: number, minimum: number) => value >= minimum * SUSPICIOUS_FACTOR;

interface Limits {
  minimum: number;
  /** The most an untrusted bidder may bid, with its unit: «5000 руб»; null for a trusted one. */
  cap: { value: number; text: string } | null;
}

/** Why an amount cannot be bid, in the server's words and in its order; null when it can. */
export function amountError(value: number | null, { minimum, cap }: Limits): string | null {
  if (value === null || value <= 0) return "Введите сумму";
  if (value % 10 !== 0) return "Ставка должна быть кратна 10";
  if (cap && value > cap.value) return `Ставка превышает допустимый лимит (${cap.text})`;
  if (value < minimum) return "Ставка ниже минимальной";
  return null;
}

/** The offered amounts next to the one that cannot be bid: one below, one above, or the first two. */
export function nearestOptions(value: number | null, options: readonly number[]): number[] {
  if (value === null) return options.slice(0, 2);
  const above = options.findIndex((option) => option > value);
  if (above <= 0) return above === 0 ? options.slice(0, 2) : options.slice(-2);
  return options.slice(above - 1, above + 1);
}
