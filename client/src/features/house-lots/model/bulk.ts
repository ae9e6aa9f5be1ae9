import { faultText } from "@/lib/api/errors";
import type { GridLot } from "@/lib/api/types";
import { quoted } from "@/lib/format";
import { deleteLot } from "../api/grid";

export interface BulkOutcome<T> {
  done: { lot: GridLot; result: T }[];
  /** Refused lots with the server's reason. */
  refused: { lot: GridLot; reason: string }[];
}

/** Does something to lots one by one, in their order. A refused lot does not stop the others. */
export async function forEachLot<T>(
  lots: readonly GridLot[],
  action: (lot: GridLot) => Promise<T>,
  onProgress: (done: number) => void,
): Promise<BulkOutcome<T>> {
  const outcome: BulkOutcome<T> = { done: [], refused: [] };
  for (const [index, lot] of lots.entries()) {
    try {
      outcome.done.push({ lot, result: await action(lot) });
    } catch (error) {
      outcome.refused.push({ lot, reason: faultText(error) ?? "Прервано" });
    }
    onProgress(index + 1);
  }
  return outcome;
}

/** Why lots were refused, in one text: the first reason with the numbers it holds for. */
export function refusalText(refused: BulkOutcome<unknown>["refused"]): string | null {
  const [first] = refused;
  if (!first) return null;
  const same = refused.filter(({ reason }) => reason === first.reason);
  const numbers = same
    .slice(0, 8)
    .map(({ lot }) => lot.catalogLotId ?? quoted(lot.titleRu))
    .join(", ");
  const more = same.length > 8 ? ` и ещё ${same.length - 8}` : "";
  const others = refused.length - same.length;
  return `Не сделано для лотов ${numbers}${more}: ${first.reason}${others > 0 ? `. По другим причинам: ${others}` : ""}`;
}

/** Deletes lots again, the last one first. Throws how many were deleted and why the others were not. */
export async function deleteLots(lots: readonly GridLot[]): Promise<void> {
  const { done, refused } = await forEachLot(
    lots.toReversed(),
    ({ id }) => deleteLot(id),
    () => undefined,
  );
  const reasons = refusalText(refused);
  if (reasons) throw `Удалено лотов: ${done.length} из ${lots.length}. ${reasons}`;
}
