import type { JournalLot, JournalRecord } from "@/lib/api/types";
import { secondsAt } from "./instant";
import { lotLabel } from "./subject";
import { sum } from "./sum";

/** What a room did by its timer. */
const TICK = 923;

type Fields = Record<string, unknown>;
type Lots = readonly JournalLot[];
/** What sums are in; undefined where that is not known. */
type Unit = number | undefined;
type Word = string | ((event: Fields, lots: Lots, currency: Unit) => string);

/** What happened to a lot or a sale, by the names of the room's events. */
const WORDS: Record<string, Word> = {
  bet: ({ v, abs }, _, currency) => `${abs ? "заочная ставка" : "ставка"} ${sum(Number(v), currency)}`,
  order: ({ max }, _, currency) => `заочный максимум ${sum(Number(max), currency)}`,
  order_dropped: "заочный максимум снят",
  revoked: ({ bets }) => `отменено ставок: ${Array.isArray(bets) ? bets.length : 1}`,
  paddle: ({ paddle }) => `ставка записана на карточку ${paddle}`,
  opened: "открыт",
  hammer: ({ sold }) => (sold ? "продан" : "не продан"),
  queued: "снова ждёт торгов",
  end: "окончание перенесено",
  warned: "«последний раз»",
  joined: ({ lots: ids }, lots) =>
    `объединены лоты ${(Array.isArray(ids) ? ids : []).map((id) => numberOf(id, lots) ?? `№ ${id}`).join(", ")}`,
  parted: "вышел из группы",
  void: "ставки аннулированы",
  lot_paid: "оплачен",
  lot_added: "добавлен",
  lot_changed: "условия изменены",
  lot_withdrawn: "скрыт",
  lot_shown: "показан",
  lot_removed: "убран",
  scheduled: "торги назначены",
  started: "торги начались",
  start_missed: ({ why }) =>
    why === "end_passed"
      ? "торги не начались: время окончания прошло"
      : "торги не начались: открывать нечего",
  paused: ({ reason }) => `торги приостановлены${reason ? `: ${reason}` : ""}`,
  resumed: "торги продолжены",
  wait_for_end: "торги ждут окончания последних лотов",
  completed: "торги завершены",
  canceled: "торги отменены",
  catalog_changed: "условия торгов изменены",
  catalog_hidden: ({ hidden }) => (hidden ? "торги скрыты" : "торги показаны"),
  recovered: "торги восстановлены после перерыва",
};

/** The same without the lot's number and amounts, for what a timer does to lots. */
const BRIEF: typeof WORDS = {
  bet: ({ abs }) => (abs ? "заочная ставка" : "ставка"),
  opened: "лот открыт",
  hammer: ({ sold }) => (sold ? "лот продан" : "лот не продан"),
  queued: "лот снова ждёт торгов",
  end: "окончание лота перенесено",
  joined: "лоты объединены",
  parted: "лот вышел из группы",
};

function read(value: unknown): { name: string; fields: Fields } | null {
  if (typeof value !== "object" || value === null) return null;
  const [[name, event] = []] = Object.entries(value);
  if (name === undefined || WORDS[name] === undefined) return null;
  return typeof event === "object" && event !== null ? { name, fields: event as Fields } : null;
}

const said = (word: Word | undefined, fields: Fields, lots: Lots, currency?: Unit) =>
  typeof word === "function" ? word(fields, lots, currency) : (word ?? "");

const numberOf = (lotId: unknown, lots: Lots) => lots.find(({ id }) => id === lotId)?.number ?? null;

/** A record's event; for a room's timer with what it did: «По времени: лот 20 продан, лот 21 открыт». */
export function eventTitle({
  eventId,
  eventName,
  after,
  lots,
}: Pick<JournalRecord, "eventId" | "eventName" | "after" | "lots">) {
  if (eventId !== TICK) return eventName;
  const { events } = (after ?? {}) as { events?: unknown };
  const happened = new Map<string, Fields[]>();
  for (const event of Array.isArray(events) ? events.map(read) : []) {
    if (!event) continue;
    const what = said(BRIEF[event.name] ?? WORDS[event.name], event.fields, lots);
    happened.set(what, [...(happened.get(what) ?? []), event.fields]);
  }
  const whats = [...happened].map(([what, times]) =>
    times.length === 1 ? numbered(what, numberOf(times[0]?.lot, lots)) : `${what} (${times.length})`,
  );
  return ["По времени", whats.join(", ")].filter(Boolean).join(": ");
}

/** «Лот открыт» with the lot's number: «лот 21 открыт». */
const numbered = (what: string, lot: number | null) =>
  lot === null ? what : what.replace(/(^|\s)(лота?)(?=\s)/u, `$1$2 ${lot}`);

/** «Лот 20, «Закат»: не продан, 21.11.2026 14:05:06»; null for what is no event of a room. */
export function roomEvent(value: unknown, lots: Lots, currency?: Unit): string | null {
  const event = read(value);
  if (!event) return null;
  const { name, fields } = event;
  const what = said(WORDS[name], fields, lots, currency);
  const lot = typeof fields.lot === "number" ? `${lotLabel(fields.lot, lots)}: ` : "";
  const until = typeof fields.end === "number" ? ` до ${secondsAt(fields.end)}` : "";
  const at = typeof fields.t === "number" ? `, ${secondsAt(fields.t)}` : "";
  return `${lot}${what}${until}${at}`;
}
