import type { JournalRecord } from "@/lib/api/types";

/** What a record is about, by the hundred of its event. */
const SUBJECTS: Record<number, { word: string; to?: (id: number) => string }> = {
  1: { word: "Пользователь", to: (id) => `/admin/users?id=${id}` },
  2: { word: "Дом", to: (id) => `/admin/houses?id=${id}` },
  3: { word: "Торги", to: (id) => `/auction/${id}/-` },
  4: { word: "Лот", to: (id) => `/lot/${id}/-` },
  6: { word: "Запрос цены" },
};
const ROOM = 9;
/** Events of people whose subject is something else. */
const OTHERS: Record<number, string> = { 120: "Заявка", 121: "Заявка" };

export interface Subject {
  label: string;
  to?: string;
}

/** «Лот № 1001», with the page that shows it; null where the number says nothing. */
export function subjectOf({ eventId, subjectId, catalogId }: JournalRecord): Subject | null {
  if (subjectId === null || subjectId === 0) return null;
  const hundred = Math.floor(eventId / 100);
  if (hundred === ROOM) {
    const lot = subjectId !== catalogId;
    const { word, to } = lot ? { word: "Лот", to: SUBJECTS[4]?.to } : { word: "Торги", to: SUBJECTS[3]?.to };
    return { label: `${word} № ${subjectId}`, to: to?.(subjectId) };
  }
  const other = OTHERS[eventId];
  if (other) return { label: `${other} № ${subjectId}` };
  const known = SUBJECTS[hundred];
  return known
    ? { label: `${known.word} № ${subjectId}`, to: known.to?.(subjectId) }
    : { label: `№ ${subjectId}` };
}
