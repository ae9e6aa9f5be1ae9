import type { HallLot, HallSale } from "@/lib/api/types";
import { outcomeOf } from "./hallState";
import { authorsOf } from "./words";

/** What the column of words has left at 16:9, in units of hall.module.css, beside what every lot has. */
const LEFT = 248;
const AUTHOR = { letters: 27, line: 60 };
const TITLE = { letters: 33, line: 52 };
const TOGETHER = { letters: 38, line: 40 };
const REASON = { letters: 32, line: 40 };
const OTHERS = 48;

/** The height of a text, which never takes more than two lines. Assumes a little fewer letters a line than usually fit. */
const height = (text: string, { letters, line }: typeof AUTHOR) =>
  Math.min(2, Math.ceil(text.length / letters)) * line;

/** Whether the words of a lot take more height than there is, so that they must be smaller. */
export function isTight(
  sale: Pick<HallSale, "pausedAt" | "pauseReason">,
  lot: HallLot,
  { together, hasOthers }: { together: string | null; hasOthers: boolean },
): boolean {
  const authors = authorsOf(lot);
  const isPaused = sale.pausedAt !== null && outcomeOf(lot) === null;
  const needed =
    height(authors, AUTHOR) +
    // A lot without an author has its title in the author's type.
    height(lot.titleRu, authors ? TITLE : AUTHOR) +
    (together ? 10 + height(together, TOGETHER) : 0) +
    // The bar has room for a part of its first line.
    (isPaused && sale.pauseReason ? height(sale.pauseReason, REASON) - 4 : 0) +
    (hasOthers ? OTHERS : 0);
  return needed > LEFT;
}
