import { recall, remember } from "./storage";

const KEY = "recent-searches";
const MOST = 8;

/** What was searched for in this browser, the latest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((text) => typeof text === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

const keep = (texts: readonly string[]) => remember(KEY, JSON.stringify(texts.slice(0, MOST)));

const same = (one: string, other: string) => one.toLocaleLowerCase("ru") === other.toLocaleLowerCase("ru");

export function rememberSearch(text: string): void {
  const trimmed = text.trim();
  if (trimmed) keep([trimmed, ...recentSearches().filter((known) => !same(known, trimmed))]);
}

export const forgetSearch = (text: string): void => keep(recentSearches().filter((known) => known !== text));

export const forgetSearches = (): void => keep([]);
