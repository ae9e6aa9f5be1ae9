import type { Catalog, JournalRecord } from "@/lib/api/types";
import { exportedAs } from "./exports";

/** What the journal has to know of a sale that it names by its number. */
export type NamedSale = Pick<Catalog, "title" | "currency" | "rehearsalOf">;

/** People, houses and sales by their numbers, as far as they are known by now. */
export interface Names {
  people: ReadonlyMap<number, string>;
  houses: ReadonlyMap<number, string>;
  sales: ReadonlyMap<number, NamedSale>;
}

export const NO_NAMES: Names = { people: new Map(), houses: new Map(), sales: new Map() };

const [PEOPLE, SALES] = [1, 3] as const;
const hundredOf = (eventId: number) => Math.floor(eventId / 100);
/** Their subjects are a registration request, an export and a chat's message. */
const OF_OTHERS: readonly number[] = [120, 121, 126, 341, 342];
/** Fields of commands and changes that hold accounts' numbers. */
const PERSON_FIELDS: readonly string[] = ["accountId", "double", "mergedId", "user", "userId"];
const SALE_FIELDS: readonly string[] = ["catalogId"];

export const isPerson = (field: string) => PERSON_FIELDS.includes(field);
export const isSale = (field: string) => SALE_FIELDS.includes(field);

/** The sale whose currency a record's sums are in: the room's or the changed one. */
export function saleOf({ eventId, subjectId, catalogId }: Subjected): number | null {
  if (catalogId !== null) return catalogId;
  return hundredOf(eventId) === SALES && !OF_OTHERS.includes(eventId) ? subjectId : null;
}

type Subjected = Pick<JournalRecord, "eventId" | "subjectId" | "catalogId">;

/** The sales that a record names by their numbers. */
export function salesIn(record: JournalRecord): number[] {
  const own = saleOf(record);
  const exported = exportedAs((record.after as { what?: unknown } | null)?.what)?.of === "sale";
  return [
    ...(own ? [own] : []),
    ...(exported && record.subjectId ? [record.subjectId] : []),
    ...numbersIn(record, isSale),
  ];
}

/** The accounts that a record names by their numbers. */
export function peopleIn(record: JournalRecord): number[] {
  const { eventId, subjectId } = record;
  const isSubject = hundredOf(eventId) === PEOPLE && !OF_OTHERS.includes(eventId);
  return [...(isSubject && subjectId ? [subjectId] : []), ...numbersIn(record, isPerson)];
}

function numbersIn({ before, after }: JournalRecord, isWanted: (field: string) => boolean): number[] {
  const found = (value: unknown): number[] =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? []
      : Object.entries(value).flatMap(([field, inner]) =>
          isWanted(field) && typeof inner === "number" ? [inner] : found(inner),
        );
  return [...new Set([before, after].flatMap(found))];
}
