import type { GridField } from "@/lib/api/types";
import { recall, remember } from "@/lib/storage";
import type { Preset } from "@/staff/table/ViewsMenu";
import { COLUMNS, type GridColumn } from "./columns";

export type Visibility = Record<string, boolean>;

const FIELDS = COLUMNS.map(({ field }) => field);

const shownIn = (fields: readonly GridField[]): Visibility =>
  Object.fromEntries(FIELDS.map((field) => [field, fields.includes(field)]));

/** Choices of columns with a name of their own in the address. */
const CHOICES: Readonly<Record<string, readonly GridField[]>> = {
  prices: ["catalogLotId", "titleRu", "categoryId", "start", "reserve", "estimatedFrom", "estimatedTo"],
  texts: ["catalogLotId", "titleRu", "author", "categoryId", "period", "size", "materials"],
  all: FIELDS,
};

export const PRESETS: readonly Preset[] = [
  { name: "Цены и фото", params: { columns: "prices" } },
  { name: "Описание", params: { columns: "texts" } },
  { name: "Все столбцы", params: { columns: "all" } },
];

/** The columns that `columns` of the address shows: a choice by its name, or fields between commas. */
export function columnsOf(text: string): Visibility {
  const named = CHOICES[text];
  if (named) return shownIn(named);
  const words = text.split(",");
  const fields = FIELDS.filter((field) => words.includes(field));
  return fields.length > 0 ? columnsWith(fields) : columnsOf("prices");
}

/** A lot is known by its number and title, which are always shown. */
const columnsWith = (fields: readonly GridField[]) => shownIn(["catalogLotId", "titleRu", ...fields]);

/** The columns as the address names them. */
export function columnsText(visibility: Visibility): string {
  const shown = FIELDS.filter((field) => visibility[field] !== false);
  const named = Object.entries(CHOICES).find(
    ([, fields]) => fields.length === shown.length && fields.every((field) => shown.includes(field)),
  );
  return named ? named[0] : shown.join(",");
}

/** The columns that are shown, from left to right. */
export const shownColumns = (visibility: Visibility): readonly GridColumn[] =>
  COLUMNS.filter(({ field }) => visibility[field] !== false);

const KEY = "lots-grid:columns";

/** The columns that this browser showed last. */
export const keptColumns = () => recall(KEY) ?? "prices";

export const keepColumns = (text: string) => remember(KEY, text);
