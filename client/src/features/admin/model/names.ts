import type { JournalRecord } from "@/lib/api/types";

/** People, houses and sales by their numbers, as far as they are known by now. */
export interface Names {
  people: ReadonlyMap<number, string>;
  houses: ReadonlyMap<number, string>;
  sales: ReadonlyMap<number, string>;
}

export const NO_NAMES: Names = { people: new Map(), houses: new Map(), sales: new Map() };

/** Fields of commands and changes that hold accounts' numbers. */
const PERSON_FIELDS: readonly string[] = ["accountId", "double", "mergedId", "user", "userId"];

export const isPerson = (field: string) => PERSON_FIELDS.includes(field);
export const isSale = (field: string) => field === "catalogId";

/** The numbers in the wanted fields of both sides of a record. */
export function numbersIn({ before, after }: JournalRecord, isWanted: (field: string) => boolean): number[] {
  const found = (value: unknown): number[] =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? []
      : Object.entries(value).flatMap(([field, inner]) =>
          isWanted(field) && typeof inner === "number" ? [inner] : found(inner),
        );
  return [before, after].flatMap(found);
}
