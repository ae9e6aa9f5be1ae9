import type { JournalRecord } from "@/lib/api/types";
import { quoted } from "@/lib/format";
import { exportedAs } from "./exports";

const [PERSON, HOUSE, SALE, LOT] = [1, 2, 3, 4] as const;
/** What a record is about, by the hundred of its event. */
const SUBJECTS: Record<number, { word: string; to?: (id: number) => string }> = {
  [PERSON]: { word: "Пользователь", to: (id) => `/admin/users?id=${id}` },
  [HOUSE]: { word: "Дом", to: (id) => `/admin/houses?id=${id}` },
  [SALE]: { word: "Торги", to: (id) => `/auction/${id}/-` },
  [LOT]: { word: "Лот", to: (id) => `/lot/${id}/-` },
  6: { word: "Запрос цены" },
};
const ROOM = 9;
/** Events of people whose subject is something else. */
const OTHERS: Record<number, string> = { 120: "Заявка", 121: "Заявка" };
const EXPORTED = 126;
/** A sale created, changed and deleted: both sides are the sale's own fields. */
const OF_SALE: readonly number[] = [301, 302, 303];
const SHARED_ANSWER_CHANGED = 605;

export interface Subject {
  label: string;
  to?: string;
}

/** «Лот № 1001», with the page that shows it; null where the number says nothing. */
export function subjectOf(record: JournalRecord): Subject | null {
  const { eventId, subjectId, catalogId } = record;
  if (subjectId === null || subjectId === 0) return null;
  if (eventId === EXPORTED) return exported(record.after, subjectId);
  if (eventId === SHARED_ANSWER_CHANGED) return subject(HOUSE, subjectId);
  if (OF_SALE.includes(eventId)) {
    return { ...subject(SALE, subjectId), label: saleLabel(subjectId, titleIn(record)) };
  }
  const hundred = Math.floor(eventId / 100);
  if (hundred === ROOM) return subject(subjectId === catalogId ? SALE : LOT, subjectId);
  const other = OTHERS[eventId];
  return other ? { label: `${other} № ${subjectId}` } : subject(hundred, subjectId);
}

/** «Торги «Осень»», or by the number where the title is not known. */
export const saleLabel = (id: number, title: string | null) =>
  title === null ? `Торги № ${id}` : `Торги ${quoted(title)}`;

function titleIn({ before, after }: JournalRecord): string | null {
  const { title } = (after ?? before ?? {}) as { title?: unknown };
  return typeof title === "string" && title !== "" ? title : null;
}

function subject(hundred: number, id: number): Subject {
  const known = SUBJECTS[hundred];
  return known ? { label: `${known.word} № ${id}`, to: known.to?.(id) } : { label: `№ ${id}` };
}

function exported(after: unknown, subjectId: number): Subject {
  const { what, houseId } = (after ?? {}) as { what?: unknown; houseId?: unknown };
  const of = exportedAs(what)?.of;
  if (of === "sale") return subject(SALE, subjectId);
  if (of === undefined) return subject(PERSON, subjectId);
  // The subject of older records is the person who exported.
  return subject(HOUSE, typeof houseId === "number" ? houseId : subjectId);
}
