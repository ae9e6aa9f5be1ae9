import { LotState } from "@/trade/enums";
import { isSold } from "./trading";

/** A lot that may be in a group with others: `together` has the numbers of all of them, the leading lot's first. */
interface Grouped {
  catalogLotId: number | null;
  state: number;
  together: readonly number[];
  /** The winner takes one or several of them, each for the price; otherwise they are sold as one. */
  isChoice?: boolean;
}

/** The number of the lot whose bets are for this one too; null if this one has its own. */
export function leaderOf({ catalogLotId, together, isChoice, state }: Grouped): number | null {
  const leader = together[0];
  if (leader === undefined || leader === catalogLotId) return null;
  return isChoice && isSold({ state }) ? null : leader;
}

/** «14, 15 и 16». */
export const listed = (numbers: readonly number[]): string =>
  numbers.length < 2 ? numbers.join("") : `${numbers.slice(0, -1).join(", ")} и ${numbers.at(-1)}`;

/** «Лоты 14, 15 и 16 продаются вместе», or which lots the buyer chooses from; null for a lot by itself. */
export function togetherText(lot: Grouped): string | null {
  if (lot.together.length === 0) return null;
  if (!lot.isChoice)
    return `Лоты ${listed(lot.together)} ${isSold(lot) ? "проданы вместе" : "продаются вместе"}`;
  // What was taken is sold by itself.
  if (isSold(lot)) return null;
  const others = lot.together.filter((number) => number !== lot.catalogLotId);
  return `На выбор покупателя, вместе с ${others.length === 1 ? "лотом" : "лотами"} ${listed(others)}`;
}

/** The same with what the price is for, where the bets are. */
export function termsText(lot: Grouped): string | null {
  const text = togetherText(lot);
  return text && (lot.isChoice ? `${text}. Цена за один лот` : `${text}, одной ценой`);
}

/** «на выбор с лотом 14», in the place of a price; null for a lot with a price of its own. */
export function followsText(lot: Grouped): string | null {
  const leader = leaderOf(lot);
  if (leader === null) return null;
  return `${lot.isChoice ? "на выбор" : "вместе"} с лотом ${leader}`;
}

/** Whether the hammer has fallen on the lot on the block. The leading lot of a choice may be back in the queue. */
export const isHammered = (current: Grouped & { isBiddingOver: boolean }): boolean =>
  current.isBiddingOver || (current.isChoice === true && current.state !== LotState.InProcess);

/** What the winner has just taken of the choice on the block, the leading lot first; null for any other lot. */
export function justTaken<L extends Grouped & { isBiddingOver: boolean }>(
  lots: readonly L[],
  current: L | null,
): readonly [L, ...L[]] | null {
  if (!current?.isChoice || !isHammered(current)) return null;
  const [first, ...others] = current.together
    .map((number) => lots.find(({ catalogLotId }) => catalogLotId === number))
    .filter((lot) => lot !== undefined)
    .filter(isSold);
  return first ? [first, ...others] : null;
}

/** «Проданы лоты 3 и 4, каждый за эту цену»; null for a single one. */
export function takenText(taken: readonly Grouped[] | null): string | null {
  if (taken === null || taken.length < 2) return null;
  return `Проданы лоты ${listed(taken.map(({ catalogLotId }) => catalogLotId ?? 0))}, каждый за эту цену`;
}
