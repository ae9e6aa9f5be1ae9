/** Local storage that may be full, forbidden or absent: then nothing is stored, and nothing breaks. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows refuse to store. The choice then lasts as long as the page.
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
