import { price, thousands } from "@/lib/format";

/** A sum with its currency, as far as that is known. */
export const sum = (value: number, currency: number | undefined): string =>
  currency === undefined ? thousands(value) : price(value, currency);
