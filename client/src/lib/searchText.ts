/** Maximum length of a search, and of a search quoted in texts, in characters. The server's titles use the same (`search_words`). */
const MOST = 300;
const SHOWN = 60;

/** A search with single spaces between its words; empty if it has no letter or digit. */
export function searchText(text: string): string {
  const words = text.replaceAll("\0", "").trim().replaceAll(/\s+/g, " ");
  return /[\p{Alphabetic}\p{N}]/u.test(words) ? [...words].slice(0, MOST).join("") : "";
}

/** A search as it is quoted in titles and texts. */
export function shownSearch(text: string): string {
  const letters = [...text];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join("").trimEnd()}…` : text;
}
