const OFFSET_MS = 3 * 60 * 60 * 1000;

/** An instant as the value of a `datetime-local` field, in Moscow time; empty without one. */
export function moscowField(at: string | null): string {
  return at === null ? "" : new Date(Date.parse(at) + OFFSET_MS).toISOString().slice(0, 16);
}

/** The instant of such a field; null while it is empty. */
export function instantOf(field: string): string | null {
  return field === "" ? null : new Date(`${field}:00+03:00`).toISOString();
}
