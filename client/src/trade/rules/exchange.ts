import type { ExchangeRate } from "@/lib/api/types";
import { thousands } from "@/lib/format";
import { Currency } from "@/trade/enums";

const CODES: Record<number, string> = {
  [Currency.Rub]: "RUB",
  [Currency.Eur]: "EUR",
  [Currency.Usd]: "USD",
};

/** A sum in other currencies at the site's rates. */
export interface Converted {
  code: string;
  value: number;
}

/** Rounded to three significant figures: the rate is a daily one, and the hall needs the order of magnitude. */
function rounded(value: number): number {
  if (value < 1000) return Math.round(value);
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  return Math.round(value / unit) * unit;
}

/**
 * A sum in every configured currency but its own, rubles first. None for a sale in a currency whose rate is not
 * configured.
 */
export function converted(sum: number, currency: number, rates: readonly ExchangeRate[]): Converted[] {
  const own = CODES[currency] ?? "RUB";
  const rateOf = (code: string) => (code === "RUB" ? 1 : rates.find((rate) => rate.code === code)?.rubles);
  const rate = rateOf(own);
  if (rate === undefined || rates.length === 0) return [];
  return [{ code: "RUB", rubles: 1 }, ...rates]
    .filter(({ code }) => code !== own)
    .map(({ code, rubles }) => ({ code, value: rounded((sum * rate) / rubles) }));
}

/** «≈ 4 190 $». A currency without a sign of its own is named by its code. */
export function convertedText({ code, value }: Converted): string {
  const sign = new Intl.NumberFormat("ru", {
    style: "currency",
    currency: code,
    currencyDisplay: "narrowSymbol",
  })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value;
  return `≈\u00a0${thousands(value)}\u00a0${sign ?? code}`;
}
