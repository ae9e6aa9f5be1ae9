import type { StepRow } from "@/lib/api/types";
import { price, thousands } from "@/lib/format";

/** A row in words, with the bets that follow: «С 5 000 ₽ шаг 500 ₽. После ставки 5 000 идут 5 500, 6 000 …». */
export function readRow(table: readonly StepRow[], at: number): { rule: string; example: string } | null {
  const row = table[at];
  if (!row || row.step <= 0) return null;
  const next = table[at + 1];
  const rule = `С ${price(row.start)} шаг ${price(row.step)}.`;
  const bets = [1, 2, 3]
    .map((n) => row.start + n * row.step)
    .filter((bet) => !next || bet <= next.start)
    .map(thousands);
  if (bets.length === 0) return { rule, example: "Строка короче одного шага." };
  const until = next ? ` и так до ${price(next.start)}` : " и так далее";
  return { rule, example: `После ставки ${thousands(row.start)} идут ${bets.join(", ")}${until}.` };
}

/** A point of the drawn ladder. The scale is logarithmic, so the first row is drawn at a tenth of where the second begins. */
export interface LadderPoint {
  price: number;
  step: number;
}

export function ladderPoints(table: readonly StepRow[]): LadderPoint[] {
  const rows = table.filter(({ step }) => step > 0);
  const last = rows.at(-1);
  if (!last) return [];
  const first = Math.max(1, Math.round((rows[1]?.start ?? 1000) / 10));
  const points = rows.map(({ start, step }) => ({ price: Math.max(start, first), step }));
  return [...points, { price: Math.max(last.start, first) * 5, step: last.step }];
}

export const sameSteps = (a: readonly StepRow[] | null, b: readonly StepRow[] | null) =>
  JSON.stringify(a) === JSON.stringify(b);
