import type { JournalLot, JournalRecord } from "@/lib/api/types";
import { quoted } from "@/lib/format";
import { exportedAs } from "./exports";
import { type Names, NO_NAMES } from "./names";

const [PERSON, HOUSE, SALE, LOT] = [1, 2, 3, 4] as const;
/** What a record is about, by the hundred of its event. */
const SUBJECTS: Record<number, { word: string; to?: (id: number) => string }> = {
  [PERSON]: { word: "Пользователь", to: (id) => `/admin/users?id=${id}` },
  [HOUSE]: { word: "Дом", to: (id) => `/admin/houses?id=${id}` },
  [SALE]: { word: "Торги", to: (id) => `/auction/${id}/-` },
  [LOT]: { word: "Лот", to: (id) => `/lot/${id}/-` },
  6: { word: "Запрос цены" },
};
/** Events whose subject is something else. */
const OTHERS: Record<number, string> = {
  120: "Заявка",
  121: "Заявка",
  341: "Сообщение",
  342: "Сообщение",
  411: "Ставка",
};
const EXPORTED = 126;
/** A sale created, changed and deleted: both sides are the sale's own fields. */
const OF_SALE: readonly number[] = [301, 302, 303];
const SHARED_ANSWER_CHANGED = 605;
const [SOLD, SKIPPED, PREVIOUS] = [908, 909, 910] as const;
/** What happened to the lots that an auctioneer's step is about. Its record names the one that opens or closes beside it, too. */
const STEPS: Readonly<Record<number, string>> = {
  [SOLD]: "hammer",
  [SKIPPED]: "hammer",
  [PREVIOUS]: "opened",
};
/** More lots than these are not named in the list of records. The open record has them all. */
const FEW_LOTS = 3;
const SHORT_TITLE = 60;

export interface Subject {
  label: string;
  to?: string;
}

/** What a record is about, with the pages that show it: in a room the lots and the sale. Empty where the number says nothing. */
export function subjectsOf(record: JournalRecord, names = NO_NAMES): Subject[] {
  if (record.catalogId !== null) {
    const { own, all } = lotsIn(record);
    const stepped = steppedIn(record);
    const named = stepped.length > 0 ? stepped : all;
    const shown = named.length > FEW_LOTS ? own : named;
    return [...shown.map((id) => lotSubject(id, record.lots)), sale(record.catalogId, record)];
  }
  const subject = subjectOf(record, names);
  return subject ? [subject] : [];
}

/** The lots that an auctioneer's step is about; empty for other records. */
function steppedIn({ eventId, after }: JournalRecord): number[] {
  const kind = STEPS[eventId];
  const { events } = (after ?? {}) as { events?: unknown };
  if (!kind || !Array.isArray(events)) return [];
  return events.flatMap((event) => {
    const lot = event?.[kind]?.lot;
    return typeof lot === "number" ? [lot] : [];
  });
}

/** All lots of a room's record, where they are too many to be named by `subjectsOf`. */
export function manyLotsOf(record: JournalRecord): Subject[] {
  if (record.catalogId === null) return [];
  const { all } = lotsIn(record);
  return all.length > FEW_LOTS ? all.map((id) => lotSubject(id, record.lots)) : [];
}

/** The lots of a room's record by their ids: its own one, if it has one, and all. */
function lotsIn({ subjectId, catalogId, lots }: JournalRecord) {
  const own = subjectId === null || subjectId === catalogId ? [] : [subjectId];
  const others = lots.map(({ id }) => id).filter((id) => !own.includes(id));
  return { own, all: [...own, ...others] };
}

function subjectOf(record: JournalRecord, names: Names): Subject | null {
  const { eventId, subjectId, lots } = record;
  if (subjectId === null || subjectId === 0) return null;
  if (eventId === EXPORTED) return exported(record.after, subjectId, names);
  if (eventId === SHARED_ANSWER_CHANGED) return subject(HOUSE, subjectId, names);
  if (OF_SALE.includes(eventId)) return sale(subjectId, record, titleIn(record));
  const other = OTHERS[eventId];
  if (other) return { label: `${other} № ${subjectId}` };
  const hundred = Math.floor(eventId / 100);
  if (hundred === SALE) return sale(subjectId, record);
  return hundred === LOT ? lotSubject(subjectId, lots) : subject(hundred, subjectId, names);
}

/** The account that a record is about, if it is about one. */
export function personOf({ eventId, subjectId, catalogId }: JournalRecord): number | null {
  const isPerson = Math.floor(eventId / 100) === PERSON && eventId !== EXPORTED && !OTHERS[eventId];
  return catalogId === null && isPerson ? subjectId : null;
}

type OfSale = Pick<JournalRecord, "catalogTitle" | "isRehearsal">;

const sale = (id: number, { catalogTitle, isRehearsal }: OfSale, title: string | null = null): Subject => ({
  ...subject(SALE, id, NO_NAMES),
  label: saleLabel(id, title ?? catalogTitle, isRehearsal),
});

const lotSubject = (id: number, lots: readonly JournalLot[]): Subject => ({
  ...subject(LOT, id, NO_NAMES),
  label: lotLabel(id, lots),
});

/** «Лот 20, «Закат»», or by the id where the lot is not known. */
export function lotLabel(id: number, lots: readonly JournalLot[]): string {
  const lot = lots.find((known) => known.id === id);
  if (!lot) return `Лот № ${id}`;
  const title = quoted(shortened(lot.title));
  return lot.number === null ? `Лот ${title}` : `Лот ${lot.number}, ${title}`;
}

/** The first words of a long title. */
function shortened(title: string): string {
  if (title.length <= SHORT_TITLE) return title;
  const end = title.lastIndexOf(" ", SHORT_TITLE);
  return `${title.slice(0, end > 0 ? end : SHORT_TITLE).replace(/[\s,.:;—–-]+$/u, "")}…`;
}

/** «Торги «Осень»», or by the number where the title is not known. A rehearsal has its sale's title, so it says what it is. */
export const saleLabel = (id: number, title: string | null, isRehearsal = false) =>
  `${isRehearsal ? "Репетиция" : "Торги"} ${title === null ? `№ ${id}` : quoted(title)}`;

function titleIn({ before, after }: JournalRecord): string | null {
  const { title } = (after ?? before ?? {}) as { title?: unknown };
  return typeof title === "string" && title !== "" ? title : null;
}

function subject(hundred: number, id: number, { people, houses }: Names): Subject {
  const known = SUBJECTS[hundred];
  if (!known) return { label: `№ ${id}` };
  const house = hundred === HOUSE ? houses.get(id) : undefined;
  const name = hundred === PERSON ? people.get(id) : house && quoted(house);
  return { label: `${known.word} ${name ?? `№ ${id}`}`, to: known.to?.(id) };
}

const NO_SALE: OfSale = { catalogTitle: null, isRehearsal: false };

function exported(after: unknown, subjectId: number, names: Names): Subject {
  const { what, houseId } = (after ?? {}) as { what?: unknown; houseId?: unknown };
  const of = exportedAs(what)?.of;
  if (of === "sale") return sale(subjectId, NO_SALE, names.sales.get(subjectId) ?? null);
  if (of === undefined) return subject(PERSON, subjectId, names);
  // The subject of older records is the person who exported.
  return subject(HOUSE, typeof houseId === "number" ? houseId : subjectId, names);
}
