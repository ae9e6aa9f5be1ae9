import { recall, remember } from "@/lib/storage";

/** The columns a person switched over: shown ones hidden, optional ones shown. */
export function switchedColumns(table: string): string[] {
  try {
    const found: unknown = JSON.parse(recall(`columns:${table}`) ?? "[]");
    return Array.isArray(found) ? found.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export const saveSwitchedColumns = (table: string, ids: readonly string[]) =>
  remember(`columns:${table}`, JSON.stringify(ids));
