import type { LotShort, UntrustedCap } from "@/lib/api/types";
import { Currency } from "@/trade/enums";

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

/** Whether every bet on the lot is above the bidder's limit. False while the limit is loading. */
export const isBeyondCap = ({ price }: Pick<LotShort, "price">, cap: Cap | null | undefined): boolean =>
  !!cap && price.minBet > cap.value;
