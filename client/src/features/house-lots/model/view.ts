import type { GridField } from "@/lib/api/types";
import { recall, remember } from "@/lib/storage";
import { COLUMNS } from "./columns";

export const VIEWS = {
  prices: "Цены и фото",
  texts: "Описание",
  all: "Все колонки",
  own: "Свой вид",
} as const;
export type ViewName = keyof typeof VIEWS;
export type Visibility = Record<string, boolean>;

const shownIn = (fields: readonly GridField[]): Visibility =>
  Object.fromEntries(COLUMNS.map(({ field }) => [field, fields.includes(field)]));

const PRESETS: Record<Exclude<ViewName, "own">, Visibility> = {
  prices: shownIn([
    "catalogLotId",
    "titleRu",
    "categoryId",
    "start",
    "reserve",
    "estimatedFrom",
    "estimatedTo",
  ]),
  texts: shownIn(["catalogLotId", "titleRu", "author", "categoryId", "period", "size", "materials"]),
  all: shownIn(COLUMNS.map(({ field }) => field)),
};

/** The columns of a view. The browser remembers those of the person's own view. */
export function columnsOf(view: ViewName): Visibility {
  if (view !== "own") return PRESETS[view];
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? "[]");
    const fields = COLUMNS.map(({ field }) => field).filter((f) => Array.isArray(kept) && kept.includes(f));
    return fields.length > 0 ? shownIn(fields) : PRESETS.prices;
  } catch {
    return PRESETS.prices;
  }
}

const KEY = "lots-grid:columns";
const VIEW = "lots-grid:view";

export function keepColumns(visibility: Visibility): void {
  const shown = COLUMNS.map(({ field }) => field).filter((field) => visibility[field] !== false);
  remember(KEY, JSON.stringify(shown));
}

export function keptView(): ViewName {
  const kept = recall(VIEW);
  return kept !== null && kept in VIEWS ? (kept as ViewName) : "prices";
}

export const keepView = (view: ViewName) => remember(VIEW, view);
