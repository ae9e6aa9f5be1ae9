import type { JournalLot, JournalRecord } from "@/lib/api/types";
import { currencySign } from "@/lib/format";
import { orderStatusLabel, priceQueryStatusLabel } from "@/trade/enums";
import { exportedAs } from "./exports";
import { secondsAt } from "./instant";
import { isPerson, isSale, type Names, NO_NAMES } from "./names";
import { roomEvent } from "./roomEvents";
import { lotLabel } from "./subject";
import { sum } from "./sum";

/** One field of a journal record, before and after. */
export interface DiffRow {
  /** Its path: «price.start». */
  path: string;
  label: string;
  /** Null: the side does not have the field. */
  before: string | null;
  after: string | null;
  isChanged: boolean;
}

const LABELS: Record<string, string> = {
  "command.bet": "Ставка, №",
  "command.by": "Кто отменил",
  "command.by.hall": "Табличка в зале",
  "command.by.user": "Участник",
  "command.choice": "На выбор",
  "command.eligibility.accepted": "Допущен домом",
  "command.eligibility.controller": "Ведёт торги",
  "command.eligibility.trusted": "Доверенный",
  "command.entitled": "Имеет право отменить",
  "command.from": "Вместо лота",
  "command.paddle": "Табличка",
  "command.reason": "Причина",
  "command.take": "Проданные лоты",
  "command.user": "Участник",
  address: "Адрес",
  answer: "Ответ",
  answered: "Когда отвечен",
  author: "Автор",
  biography: "Биография",
  calculationType: "Расчёт",
  call: "По звонку",
  catalogId: "Аукцион",
  catalogLotId: "Номер лота",
  catalogType: "Вид торгов",
  commission: "Комиссия, %",
  conclusion: "Заключение",
  content: "Текст",
  count: "Строк",
  created: "Создано",
  currency: "Валюта",
  deleted: "Только удалённые",
  descriptionRu: "Описание",
  displayName: "Имя",
  double: "Отдельная запись",
  eMail: "E-mail",
  email: "E-mail",
  endDate: "Окончание",
  estimatedFrom: "Эстимейт от",
  estimatedTo: "Эстимейт до",
  events: "Что произошло",
  from: "Показывать с",
  galleryType: "Вид галереи",
  hidden: "Скрыт",
  houseId: "Дом",
  houseNameRu: "Название дома",
  id: "№",
  image: "Изображение",
  isAutoStart: "Автостарт",
  isConfirmed: "Подтверждён",
  isDeveloper: "Разработчик",
  isGallery: "Галерея",
  isNewDevice: "Новое устройство",
  isOn: "Включён",
  isPostAuction: "ПостАукцион",
  isSearched: "С поиском",
  isStorage: "Запасник",
  last_alive: "Сервер работал до",
  lifeYears: "Годы жизни",
  link: "Ссылка",
  lot: "Лот",
  lotId: "Лот",
  lotIds: "Лоты",
  lots: "Лоты",
  lotSaleTimeoutInSeconds: "Секунд на лот",
  lotTitleRu: "Название лота",
  maximum: "Максимум",
  mergedId: "Присоединена запись",
  message: "Сообщение",
  name: "Название",
  nameRu: "Название",
  number: "Номер",
  orderId: "Заявка",
  outcome: "Итог",
  pace: "Темп",
  phone: "Телефон",
  position: "Место",
  price: "Цена",
  published: "Опубликовано",
  reserve: "Резервная цена",
  role: "Роль",
  sessionId: "Сеанс",
  sessionIds: "Сеансы",
  staff: "Только сотрудники",
  start: "Стартовая цена",
  startDate: "Начало",
  state: "Состояние",
  status: "Состояние",
  step: "Шаг",
  stepsTable: "Таблица шагов",
  subject: "Тема",
  summary: "Кратко",
  targetId: "Лот",
  text: "Текст",
  title: "Название",
  titleRu: "Название",
  to: "Показывать до",
  tokenId: "Токен",
  userId: "Участник",
  value: "Сумма",
  visible: "Показывается",
  what: "Что",
  with: "Вместе с",
};

/** How a room answered a command. */
const OUTCOMES: Record<string, string> = {
  accepted: "принято",
  overbid: "принято, но перебито заочной ставкой",
};

/** Paths of a room's command to a lot's id. */
const OF_LOT = new Set(["command.lot", "command.from"]);

/** Parts of a path that say nothing to a reader. */
const SILENT = new Set(["command", "artist", "other"]);

/** Sums, which are in the currency of their sale or lot. */
const SUMS = new Set(["estimatedFrom", "estimatedTo", "maximum", "reserve", "start", "value"]);

type Change = Pick<JournalRecord, "eventId" | "catalogCurrency" | "before" | "after" | "lots">;

/** The fields of a record side by side, those that changed first. */
export function diff(change: Change, names = NO_NAMES): DiffRow[] {
  const words = { statuses: statusesOf(change), lots: change.lots, names };
  const sides = [change.before, change.after].map((side) =>
    flat(side, { ...words, currency: currencyIn(side) ?? change.catalogCurrency ?? undefined }),
  );
  const paths = [...new Set(sides.flatMap((side) => [...side.keys()]))];
  const rows = paths.map((path) => {
    const [was, is] = sides.map((side) => side.get(path) ?? null) as [string | null, string | null];
    return { path, label: label(path), before: was, after: is, isChanged: was !== is };
  });
  return [...rows.filter((row) => row.isChanged), ...rows.filter((row) => !row.isChanged)];
}

function label(path: string): string {
  if (LABELS[path]) return LABELS[path];
  const words = path
    .split(".")
    .filter((part) => !SILENT.has(part))
    .map((part) => LABELS[part] ?? part);
  return words.join(" · ") || path;
}

type Labels = Readonly<Record<string, string>>;

/** What numbers mean in a record. */
interface Words {
  statuses: Labels;
  lots: readonly JournalLot[];
  names: Names;
  /** What sums are in, if that is known. */
  currency: number | undefined;
}

/** The currency that a lot's or a sale's own fields have. */
function currencyIn(side: unknown): number | undefined {
  const { currency, price: nested } = (side ?? {}) as { currency?: unknown; price?: { currency?: unknown } };
  const known = currency ?? nested?.currency;
  return typeof known === "number" ? known : undefined;
}

const PRICE_QUERIES = 6;

/** What a number of `status` means: price requests and registration requests have their own. */
function statusesOf({ eventId, after }: Change): Labels {
  const isPriceQuery = Math.floor(eventId / 100) === PRICE_QUERIES;
  const { what } = (after ?? {}) as { what?: unknown };
  return isPriceQuery || what === "priceQueries" ? priceQueryStatusLabel : orderStatusLabel;
}

/** The fields that name what an id beside them means. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  id: ["title", "titleRu", "name", "nameRu", "displayName"],
  houseId: ["houseNameRu"],
  lotId: ["lotTitleRu"],
};

/** The name that stands beside an id, if there is one. */
const nameOf = (parent: object, field: string): string | undefined =>
  NAMES[field]?.find((name) => nameIn(parent, name) !== null);

function nameIn(parent: object, field: string): string | null {
  const name = (parent as Record<string, unknown>)[field];
  return typeof name === "string" && name !== "" ? name : null;
}

/** The leaves of a value by their paths; an id goes with the name beside it. Lists and empty objects are leaves. */
function flat(
  value: unknown,
  words: Words,
  path = "",
  found = new Map<string, string>(),
): Map<string, string> {
  if (value === null || value === undefined) {
    if (path) found.set(path, "—");
  } else if (typeof value === "object" && !Array.isArray(value)) {
    const ids = new Map<string, unknown>();
    const told = new Set<string>();
    for (const [field, id] of Object.entries(value)) {
      const name = id === null ? undefined : nameOf(value, field);
      if (name) {
        ids.set(name, id);
        told.add(field);
      }
    }
    for (const [field, inner] of Object.entries(value)) {
      if (told.has(field)) continue;
      // Names repeat: the id tells two of them apart.
      const shown = ids.has(field) ? withId(inner, ids.get(field)) : inner;
      flat(shown, words, path ? `${path}.${field}` : field, found);
    }
  } else {
    found.set(path || "value", leaf(path, value, words));
  }
  return found;
}

function leaf(path: string, value: unknown, words: Words): string {
  const { statuses, lots, names, currency } = words;
  const field = path.slice(path.lastIndexOf(".") + 1);
  if (path === "outcome") return OUTCOMES[String(value)] ?? String(value);
  if (path === "what") return exportedAs(value)?.label ?? String(value);
  if (path === "status") return statuses[String(value)] ?? String(value);
  if (typeof value === "number" && path.endsWith("last_alive")) return secondsAt(value);
  if (typeof value === "number" && field === "currency") return currencySign(value);
  if (typeof value === "number" && SUMS.has(field)) return sum(value, currency);
  if (typeof value === "number" && isPerson(field)) return known(names.people.get(value), value);
  if (typeof value === "number" && isSale(field)) return known(names.sales.get(value), value);
  if (typeof value === "number" && field === "houseId") return known(names.houses.get(value), value);
  if (typeof value === "number" && OF_LOT.has(path)) return lotLabel(value, lots);
  if (value === true) return "да";
  if (value === false) return "нет";
  if (Array.isArray(value)) {
    if (value.length === 0) return "—";
    if (path === "command.with") return value.map((id) => lotLabel(Number(id), lots)).join(", ");
    const events = value.map((event) => roomEvent(event, lots, currency));
    return events.every((event) => event !== null) ? events.join("\n") : value.map(item).join(", ");
  }
  if (typeof value === "string" && INSTANT.test(value)) return secondsAt(value);
  return String(value);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const known = (name: string | undefined, id: number) => (name ? withId(name, id) : `№ ${id}`);

const withId = (name: unknown, id: unknown) => `${name}, № ${id}`;

/** A part of a list, in words if it has only an id and a name. */
function item(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const name = nameOf(value, "id");
  const isPlain = name !== undefined && "id" in value && Object.keys(value).length === 2;
  return isPlain ? withId(nameIn(value, name), value.id) : JSON.stringify(value);
}
