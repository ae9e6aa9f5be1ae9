/** The most letters that a search takes, and that a line about it quotes; the server's titles do the same (`search_words`). */
const MOST = 300;
const SHOWN = 60;

/** The words of a search, with one blank between them. Empty if there is nothing to look for: no letter, no digit. */
export function searchText(text: string): string {
  const words = text.replaceAll("\0", "").trim().replaceAll(/\s+/g, " ");
  return /[\p{Alphabetic}\p{N}]/u.test(words) ? [...words].slice(0, MOST).join("") : "";
}

/** A search as titles and lines quote it. */
export function shownSearch(text: string): string {
  const letters = [...text];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join("").trimEnd()}…` : text;
}
