import type { GridLot, LotNumber } from "@/lib/api/types";

/**
 * The new numbers after moving lots in front of another one (`null`: to the end). The moved ones keep their order among
 * themselves, and the numbers in use stay the same ones. Only lots whose number changes are returned.
 */
export function renumbered(
  lots: readonly GridLot[],
  moved: ReadonlySet<number>,
  before: number | null,
): LotNumber[] {
  const inOrder = lots
    .filter((lot) => lot.catalogLotId !== null)
    .toSorted((a, b) => (a.catalogLotId ?? 0) - (b.catalogLotId ?? 0));
  if (before !== null && moved.has(before)) {
    // Dropped onto one of the moved lots: the place is that of the next lot that stays.
    const from = inOrder.findIndex(({ id }) => id === before);
    const next = inOrder.slice(from).find(({ id }) => !moved.has(id));
    return renumbered(lots, moved, next?.id ?? null);
  }
  const going = inOrder.filter(({ id }) => moved.has(id));
  const staying = inOrder.filter(({ id }) => !moved.has(id));
  const place = before === null ? staying.length : staying.findIndex(({ id }) => id === before);
  if (going.length === 0 || place === -1) return [];
  const next = staying.toSpliced(place, 0, ...going);
  return next.flatMap((lot, index) => {
    const number = inOrder[index]?.catalogLotId;
    return typeof number === "number" && number !== lot.catalogLotId
      ? [{ id: lot.id, catalogLotId: number }]
      : [];
  });
}
