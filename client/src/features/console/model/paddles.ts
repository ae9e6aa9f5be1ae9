import type { LeadingBet, LotShort, PaddleHolder } from "@/lib/api/types";
import { price } from "@/lib/format";
import { isSold } from "@/trade/rules/trading";

/** What is said beside the number that was typed. */
export interface HolderLine {
  name: string;
  note: string;
  /** The bet would pass the limit, or the registry does not have the number. */
  bad: boolean;
}

/** What the text in a paddle's field means. */
export interface Paddle {
  /** The paddle; in the field for bets it is empty for an unknown person in the hall. */
  number: string;
  /** Why nobody has it: it has neither letters nor digits, or other characters among them. */
  fault: "blank" | "mixed" | null;
}

/** Marks before or after a number: the comma stands beside Enter, a sign sticks to what was pasted. */
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * The paddle that was typed, letters and digits. «15,» is 15, and «17-18» is nobody, so that no buyer comes of a slip of
 * the finger. A paddle with other characters is one that the registry has, or that has bet before; no new one is given out.
 */
export function paddleOf(
  typed: string,
  holders: readonly Pick<PaddleHolder, "number">[],
  bets: readonly Pick<LeadingBet, "participant" | "paddle">[],
): Paddle {
  const text = typed.trim();
  const isIssued = (number: string) => holders.some((holder) => holder.number === number);
  if (text === "" || isIssued(text)) return { number: text, fault: null };
  const number = text.replace(EDGES, "");
  if (number === "") return { number, fault: "blank" };
  const isPlain = /^[\p{L}\p{N}]+$/u.test(number);
  const hasBet = bets.some(({ participant, paddle }) => participant === null && paddle === number);
  return { number, fault: isPlain || isIssued(number) || hasBet ? null : "mixed" };
}

/** What a paddle of the hall has bought so far. */
const boughtBy = (number: string, lots: readonly LotShort[]): number =>
  lots
    .filter((lot) => isSold(lot) && lot.leadingBet?.participant === null && lot.leadingBet.paddle === number)
    .reduce((sum, lot) => sum + (lot.price.value ?? 0), 0);

/** Whose paddle it is, and whether their next bet would pass their limit. Without a registry only a fault is said. */
export function holderLine(
  { number, fault }: Paddle,
  holders: readonly PaddleHolder[],
  { lots, next, currency }: { lots: readonly LotShort[]; next: number; currency: number },
): HolderLine | null {
  if (fault !== null) return { name: "Нет такого номера", note: "проверьте номер", bad: true };
  if (number === "" || holders.length === 0) return null;
  const holder = holders.find((one) => one.number === number);
  if (!holder) return { name: "Номер не выдан", note: "проверьте номер", bad: true };
  const money = (value: number) => price(value, currency);
  const bought = boughtBy(number, lots);
  const spent = bought > 0 ? `, куплено на ${money(bought)}` : "";
  if (holder.limit === null) return { name: holder.name, note: `без лимита${spent}`, bad: false };
  const beyond = bought + next - holder.limit;
  return beyond > 0
    ? { name: holder.name, note: `сверх лимита на ${money(beyond)}`, bad: true }
    : { name: holder.name, note: `лимит ${money(holder.limit)}${spent}`, bad: false };
}

/** Those who are called for a lot: for this one, or for every lot. */
export const calledFor = (lot: LotShort | null, holders: readonly PaddleHolder[]): PaddleHolder[] =>
  holders.filter(
    (holder) =>
      holder.isByPhone &&
      (holder.lots.length === 0 || (lot?.catalogLotId != null && holder.lots.includes(lot.catalogLotId))),
  );

/** «12, 48–52» as numbers; null if it is not such a list. */
export function lotsOf(text: string): number[] | null {
  const numbers = new Set<number>();
  for (const part of text.split(/[,;]/)) {
    if (part.trim() === "") continue;
    const range = /^\s*(\d{1,9})\s*(?:[-–—]\s*(\d{1,9})\s*)?$/.exec(part);
    if (!range) return null;
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])];
    if (from < 1 || to < from || to - from > 999) return null;
    for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}

/** Numbers as a list with ranges: «12, 48–52». */
export function lotsText(lots: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < lots.length; at += 1) {
    const from = lots[at] as number;
    while (lots[at + 1] === (lots[at] as number) + 1) at += 1;
    const to = lots[at] as number;
    parts.push(to === from ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`);
  }
  return parts.join(", ");
}
