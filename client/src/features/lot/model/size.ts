/** A person's height in centimetres. */
export const PERSON = 170;
/** The middle of a work that hangs, above the floor. */
export const EYES = 150;

/** A work's outline in centimetres. */
export interface Outline {
  height: number;
  /** Null where only the height is known. */
  width: number | null;
}

const CENTIMETRES: Record<string, number> = { мм: 0.1, см: 1, м: 100 };
/** No work of a sale is larger. Anything above was read wrongly. */
const LARGEST = 1000;

/** «34 × 27 × 2,8 см», «Высота 74 см», «Диаметр 25 см»; null for words without a size. The height comes first. */
export function outlineOf(size: string | null): Outline | null {
  if (size === null) return null;
  const found =
    /(\d+(?:[.,]\d+)?)(?:\s*[×xх*]\s*(\d+(?:[.,]\d+)?))?(?:\s*[×xх*]\s*\d+(?:[.,]\d+)?)?\s*(мм|см|м)(?![а-яё])/i.exec(
      size,
    );
  if (!found) return null;
  const unit = CENTIMETRES[found[3]?.toLowerCase() ?? ""] ?? 1;
  const number = (text: string | undefined) =>
    text === undefined ? null : Number(text.replace(",", ".")) * unit;
  const height = number(found[1]) ?? 0;
  const width = number(found[2]) ?? (/диам|⌀|ø/i.test(size) ? height : null);
  if (height <= 0 || height > LARGEST || (width !== null && (width <= 0 || width > LARGEST))) return null;
  return { height, width };
}

/** How the works of a category stand beside a person. */
export type Placing = { stands: "floor"; at: number } | { stands: "wall" };

/**
 * The categories whose works are shown to scale, by the id of the top category, with the height in centimetres of what
 * they stand on: sculpture 0.7 m, ceramics 1 m. Icons hang on the wall.
 */
export const PLACINGS: ReadonlyMap<number, Placing> = new Map<number, Placing>([
  [1875, { stands: "floor", at: 70 }],
  [1868, { stands: "floor", at: 100 }],
  [1880, { stands: "wall" }],
]);
