import { isSold } from "./trading";

/** A lot that may be sold as one with others: `together` has the numbers of all of them, the leading lot's first. */
interface Joined {
  catalogLotId: number | null;
  state: number;
  together: readonly number[];
}

/** The number of the lot whose price is for this one too; null if this one has a price of its own. */
export function leaderOf({ catalogLotId, together }: Omit<Joined, "state">): number | null {
  const leader = together[0];
  return leader === undefined || leader === catalogLotId ? null : leader;
}

/** «14, 15 и 16». */
export const listed = (numbers: readonly number[]): string =>
  numbers.length < 2 ? numbers.join("") : `${numbers.slice(0, -1).join(", ")} и ${numbers.at(-1)}`;

/** «Лоты 14, 15 и 16 продаются вместе»; null for a lot by itself. */
export function togetherText(lot: Joined): string | null {
  if (lot.together.length === 0) return null;
  return `Лоты ${listed(lot.together)} ${isSold(lot) ? "проданы вместе" : "продаются вместе"}`;
}
