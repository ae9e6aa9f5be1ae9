import type { GridField, GridLot } from "@/lib/api/types";
import { LotState } from "@/trade/enums";

export type VerdictKind =
  | "noPicture"
  | "noCategory"
  | "noPrice"
  | "reserveAboveEstimate"
  | "reserveBelowStart"
  | "ready";

export interface Verdict {
  kind: VerdictKind;
  tone: "bad" | "warn" | "ok";
  word: string;
  /** The cell at fault. */
  field?: GridField | "images";
}

/** Nothing is wrong. */
export const READY: Verdict = { kind: "ready", tone: "ok", word: "Готов" };

/** What a lot lacks before its sale is published; the gravest first. */
export function verdictOf(lot: GridLot, pricesOnRequest: boolean): Verdict {
  const { start, reserveAboveEstimate, reserveBelowStart } = lot.price;
  if (lot.imagesCount === 0) {
    return { kind: "noPicture", tone: "bad", word: "Добавьте фото", field: "images" };
  }
  if (lot.categoryId === null) {
    return { kind: "noCategory", tone: "bad", word: "Выберите категорию", field: "categoryId" };
  }
  if (start === 0 && !pricesOnRequest) {
    return { kind: "noPrice", tone: "bad", word: "Укажите старт", field: "start" };
  }
  if (reserveAboveEstimate) {
    return { kind: "reserveAboveEstimate", tone: "warn", word: "Резерв выше эстимейта", field: "reserve" };
  }
  if (reserveBelowStart) {
    return { kind: "reserveBelowStart", tone: "warn", word: "Резерв ниже старта", field: "reserve" };
  }
  return READY;
}

const STATE_WORDS: Readonly<Record<number, string>> = {
  [LotState.InProcess]: "В торгах",
  [LotState.Sold]: "Продан",
  [LotState.NotSold]: "Не продан",
  [LotState.Paid]: "Оплачен",
};

/** The word for a lot whose verdict does not matter: it is hidden, its sale has begun, or nothing is wrong. */
export function plainWord({ hidden, state }: GridLot, verdict: Verdict): string | null {
  if (hidden) return "Скрыт";
  return STATE_WORDS[state] ?? (verdict.tone === "ok" ? verdict.word : null);
}

export interface Tally {
  kind: VerdictKind;
  tone: Verdict["tone"];
  count: number;
}

/** How many lots have each verdict; hidden lots are not published and do not count. */
export function tally(lots: readonly GridLot[], pricesOnRequest: boolean): Tally[] {
  const found = new Map<VerdictKind, Tally>();
  for (const lot of lots) {
    if (lot.hidden) continue;
    const { kind, tone } = verdictOf(lot, pricesOnRequest);
    const known = found.get(kind);
    if (known) known.count += 1;
    else found.set(kind, { kind, tone, count: 1 });
  }
  const order: VerdictKind[] = [
    "noPicture",
    "noCategory",
    "noPrice",
    "reserveAboveEstimate",
    "reserveBelowStart",
    "ready",
  ];
  return order.flatMap((kind) => found.get(kind) ?? []);
}
