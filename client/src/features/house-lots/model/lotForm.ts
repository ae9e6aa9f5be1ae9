import type { GridCell, GridField, Lot } from "@/lib/api/types";

/** The editor's fields. Amounts and numbers are digits, or empty. */
export interface LotValues {
  number: string;
  title: string;
  author: string[];
  isAttributed: boolean;
  categoryId: string | null;
  period: string;
  size: string;
  materials: string;
  country: string;
  weight: string;
  description: string;
  notes: string;
  auctioneerNote: string;
  videos: string;
  start: string;
  reserve: string;
  estimatedFrom: string;
  estimatedTo: string;
}

export const EMPTY_LOT: LotValues = {
  number: "",
  title: "",
  author: [],
  isAttributed: false,
  categoryId: null,
  period: "",
  size: "",
  materials: "",
  country: "",
  weight: "",
  description: "",
  notes: "",
  auctioneerNote: "",
  videos: "",
  start: "",
  reserve: "",
  estimatedFrom: "",
  estimatedTo: "",
};

export const LOT_LABELS: Readonly<Record<keyof LotValues, string>> = {
  number: "Номер лота",
  title: "Название",
  author: "Автор",
  isAttributed: "Авторство приписывается",
  categoryId: "Категория",
  period: "Период",
  size: "Размер",
  materials: "Материалы и техника",
  country: "Страна, регион",
  weight: "Вес",
  description: "Описание",
  notes: "Примечания",
  auctioneerNote: "Заметка аукционисту",
  videos: "Видео",
  start: "Старт",
  reserve: "Резерв",
  estimatedFrom: "Эстимейт от",
  estimatedTo: "Эстимейт до",
};

const FIELDS: readonly [keyof LotValues, GridField, string][] = [
  ["number", "catalogLotId", "catalogLotId"],
  ["title", "titleRu", "titleRu"],
  ["author", "author", "author"],
  ["isAttributed", "isAttributedAuthorship", "isAttributedAuthorship"],
  ["categoryId", "categoryId", "categoryId"],
  ["period", "period", "period"],
  ["size", "size", "size"],
  ["materials", "materials", "materials"],
  ["country", "sourceCountryRu", "sourceCountryRu"],
  ["weight", "weight", "weight"],
  ["description", "descriptionRu", "descriptionRu"],
  ["notes", "notes", "notes"],
  ["auctioneerNote", "auctioneerNote", "auctioneerNote"],
  ["videos", "videoLinks", "videoLinks"],
  ["start", "start", "price.start"],
  ["reserve", "reserve", "price.reserve"],
  ["estimatedFrom", "estimatedFrom", "price.estimatedFrom"],
  ["estimatedTo", "estimatedTo", "price.estimatedTo"],
];

/** The server's names of the form's fields. */
export const SERVER_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  FIELDS.map(([name, , server]) => [server, name]),
);

export const serverField = (field: GridField): string =>
  FIELDS.find(([, cell]) => cell === field)?.[2] ?? field;

const digits = (value: number | null | undefined) => (value ? String(value) : "");

export function valuesOf(lot: Lot): LotValues {
  return {
    number: digits(lot.catalogLotId),
    title: lot.titleRu,
    author: lot.author.map(({ name }) => name),
    isAttributed: lot.isAttributedAuthorship,
    categoryId: lot.categoryId === null ? null : String(lot.categoryId),
    period: lot.period ?? "",
    size: lot.size ?? "",
    materials: lot.materials ?? "",
    country: lot.sourceCountryRu ?? "",
    weight: lot.weight ?? "",
    description: lot.descriptionRu ?? "",
    notes: lot.notes ?? "",
    auctioneerNote: lot.auctioneerNote ?? "",
    videos: lot.videoLinks.join("\n"),
    start: digits(lot.price.start),
    reserve: digits(lot.price.reserve),
    estimatedFrom: digits(lot.price.estimatedFrom),
    estimatedTo: digits(lot.price.estimatedTo),
  };
}

function textOf(values: LotValues, name: keyof LotValues): string | null {
  const value = values[name];
  if (value === null) return null;
  if (typeof value === "boolean") return value ? "true" : null;
  const text = Array.isArray(value) ? value.join("; ") : value.trim();
  return text === "" || (name === "start" && text === "0") ? null : text;
}

/** What changed since the lot was read. A reserve of 0 takes the reserve away. */
export function cellsBetween(lot: Lot, values: LotValues): GridCell[] {
  const before = valuesOf(lot);
  return FIELDS.flatMap(([name, field]) => {
    const [was, now] = [textOf(before, name), textOf(values, name)];
    if (was === now) return [];
    return [{ field, was, now: name === "reserve" && now === "0" ? null : now }];
  });
}

/** What can be seen to be wrong before the server is asked. */
export function faultsOf(values: LotValues): Partial<Record<keyof LotValues, string>> {
  const faults: Partial<Record<keyof LotValues, string>> = {};
  if (values.title.trim() === "") faults.title = "Укажите название лота";
  const { estimatedFrom, estimatedTo } = values;
  if (estimatedFrom !== "" && estimatedTo !== "" && Number(estimatedTo) < Number(estimatedFrom)) {
    faults.estimatedTo = "Меньше, чем «от»";
  }
  return faults;
}
