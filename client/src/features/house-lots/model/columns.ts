import { ABOVE_MAX, MAX_AMOUNT } from "@/lib/amounts";
import type { Category, GridField, GridLot } from "@/lib/api/types";
import { quoted, thousands } from "@/lib/format";

export type CellKind = "text" | "amount" | "number" | "category";

export interface GridColumn {
  field: GridField;
  label: string;
  kind: CellKind;
  width: number;
  /** Grows with the grid. */
  flexible?: boolean;
}

/** The grid's editable columns, from left to right. */
export const COLUMNS: readonly GridColumn[] = [
  { field: "catalogLotId", label: "№", kind: "number", width: 52 },
  { field: "titleRu", label: "Название", kind: "text", width: 180, flexible: true },
  { field: "author", label: "Автор", kind: "text", width: 160, flexible: true },
  { field: "categoryId", label: "Категория", kind: "category", width: 120 },
  { field: "start", label: "Старт", kind: "amount", width: 96 },
  { field: "reserve", label: "Резерв", kind: "amount", width: 96 },
  { field: "estimatedFrom", label: "Эстимейт от", kind: "amount", width: 108 },
  { field: "estimatedTo", label: "Эстимейт до", kind: "amount", width: 108 },
  { field: "period", label: "Период", kind: "text", width: 120 },
  { field: "size", label: "Размер", kind: "text", width: 132 },
  { field: "materials", label: "Материалы", kind: "text", width: 150 },
];

const numeral = (value: number | null) => (value === null || value === 0 ? null : String(value));

/** A cell's text as the server compares it; null if the cell is empty. */
export function cellText(lot: GridLot, field: GridField): string | null {
  switch (field) {
    case "catalogLotId":
      return numeral(lot.catalogLotId);
    case "titleRu":
      return lot.titleRu;
    case "author":
      return lot.author.length > 0 ? lot.author.join("; ") : null;
    case "categoryId":
      return numeral(lot.categoryId);
    case "start":
      return numeral(lot.price.start);
    case "reserve":
      return numeral(lot.price.reserve);
    case "estimatedFrom":
      return numeral(lot.price.estimatedFrom);
    case "estimatedTo":
      return numeral(lot.price.estimatedTo);
    case "period":
      return lot.period;
    case "size":
      return lot.size;
    case "materials":
      return lot.materials;
    case "hidden":
      return lot.hidden ? "true" : null;
    default:
      return null;
  }
}

export type CategoryNames = ReadonlyMap<number, string>;

/** The names of categories, each with the one above it where a name is not unique. */
export function categoryNames(tree: readonly Category[], above = ""): Map<number, string> {
  const names = new Map<number, string>();
  const seen = new Map<string, number>();
  const walk = (list: readonly Category[], parent: string) => {
    for (const { id, name, items } of list) {
      seen.set(name, (seen.get(name) ?? 0) + 1);
      names.set(id, parent ? `${parent} / ${name}` : name);
      walk(items, name);
    }
  };
  walk(tree, above);
  for (const [id, name] of names) {
    const last = name.split(" / ").at(-1) ?? name;
    if (seen.get(last) === 1) names.set(id, last);
  }
  return names;
}

/** What a cell shows to people. */
export function shownText(column: GridColumn, text: string | null, categories: CategoryNames): string {
  if (text === null) return "";
  if (column.kind === "amount") return /^\d+$/.test(text) ? thousands(Number(text)) : text;
  if (column.kind === "category") return categories.get(Number(text)) ?? text;
  return text;
}

/** What was typed into a cell and refused, spelt like the values of the others if it is one. */
export function typedText(column: GridColumn, typed: string, categories: CategoryNames): string {
  const parsed = parseCell(column, typed, categories);
  return "error" in parsed || parsed.text === null ? typed : shownText(column, parsed.text, categories);
}

export type Parsed = { text: string | null } | { error: string };

/** What people typed or pasted, as the server takes it. Amounts may have spaces, a currency and «тыс.» or «млн». */
export function parseCell(column: GridColumn, typed: string, categories: CategoryNames): Parsed {
  const text = typed.trim();
  if (text === "") {
    if (column.field === "titleRu") return { error: "Укажите название лота" };
    if (column.field === "catalogLotId") return { error: "Укажите номер лота" };
    return { text: null };
  }
  if (column.kind === "number") {
    return /^\d{1,9}$/.test(text) && Number(text) > 0
      ? { text: String(Number(text)) }
      : { error: "Нужно целое число больше нуля" };
  }
  if (column.kind === "amount") return parseAmount(text);
  if (column.kind === "category") return parseCategory(text, categories);
  return { text };
}

function parseAmount(text: string): Parsed {
  const bare = text.toLocaleLowerCase("ru").replace(/[\s\u00a0\u202f]|₽|€|\$|руб(лей|ля|ль)?\.?|р\.$/g, "");
  const found = /^(\d{1,3}(?:[.,]\d{3})+|\d+)([.,]\d{1,2})?(тыс\.?|т\.?|к|k|млн\.?|м|m)?$/.exec(bare);
  if (!found) return { error: "Нужно целое число" };
  const unit = found[3] ? (/^(млн|м|m)/.test(found[3]) ? 1_000_000 : 1000) : 1;
  const whole = Number((found[1] ?? "").replace(/[.,]/g, ""));
  const value = Math.round((whole + Number((found[2] ?? "0").replace(/^[.,]/, "0."))) * unit);
  if (unit === 1 && found[2] && Number(found[2].slice(1)) !== 0) return { error: "Нужно целое число" };
  if (value > MAX_AMOUNT) return { error: ABOVE_MAX };
  return { text: value === 0 ? null : String(value) };
}

function parseCategory(text: string, categories: CategoryNames): Parsed {
  if (/^\d+$/.test(text) && categories.has(Number(text))) return { text };
  const wanted = text.toLocaleLowerCase("ru");
  const { exact, all } = categoryIndex(categories);
  const id = exact.get(wanted) ?? all.find(([name]) => name.startsWith(wanted))?.[1];
  return id === undefined ? { error: `Категории ${quoted(text)} нет` } : { text: String(id) };
}

interface CategoryIndex {
  /** Ids by full names and by what stands after each « / » of them. Of categories with the same name the first one counts. */
  exact: ReadonlyMap<string, number>;
  all: readonly (readonly [name: string, id: number])[];
}

// A paste looks up a category for each row; a tree has thousands of them.
const indexes = new WeakMap<CategoryNames, CategoryIndex>();

function categoryIndex(categories: CategoryNames): CategoryIndex {
  const known = indexes.get(categories);
  if (known) return known;
  const all = [...categories].map(([id, name]) => [name.toLocaleLowerCase("ru"), id] as const);
  const exact = new Map<string, number>();
  for (const [name, id] of all) {
    const parts = name.split(" / ");
    for (const from of parts.keys()) {
      const end = parts.slice(from).join(" / ");
      if (!exact.has(end)) exact.set(end, id);
    }
  }
  const index = { exact, all };
  indexes.set(categories, index);
  return index;
}
