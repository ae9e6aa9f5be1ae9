import { recall, remember } from "@/lib/storage";

/** A saved view: the search, filters and sorting of a table under a name. */
export interface SavedView {
  name: string;
  /** The address's query without the page. */
  query: string;
}

function read<T>(key: string, isItem: (value: unknown) => value is T): T[] {
  try {
    const found: unknown = JSON.parse(recall(key) ?? "[]");
    return Array.isArray(found) ? found.filter(isItem) : [];
  } catch {
    return [];
  }
}

const isView = (value: unknown): value is SavedView =>
  typeof value === "object" && value !== null && "name" in value && "query" in value;
const isString = (value: unknown): value is string => typeof value === "string";

export const savedViews = (table: string) => read(`views:${table}`, isView);

export const saveViews = (table: string, views: readonly SavedView[]) =>
  remember(`views:${table}`, JSON.stringify(views));

/** The columns a person switched over: shown ones hidden, optional ones shown. */
export const switchedColumns = (table: string) => read(`columns:${table}`, isString);

export const saveSwitchedColumns = (table: string, ids: readonly string[]) =>
  remember(`columns:${table}`, JSON.stringify(ids));
