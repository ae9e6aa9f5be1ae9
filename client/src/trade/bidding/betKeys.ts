/** An unanswered bet may be sent again as the same one for this long. Later the same amount is a new bet. */
const KEPT_MS = 60_000;

const keys = new Map<string, { key: string; since: number }>();

const nameOf = (lotId: number, value: number, paddle: string | undefined) =>
  `${lotId}:${value}:${paddle ?? ""}`;

/** The Idempotency-Key of a bet: the key of its last attempt until that attempt is answered. */
export function betKey(lotId: number, value: number, paddle?: string): string {
  const name = nameOf(lotId, value, paddle);
  const known = keys.get(name);
  if (known && performance.now() - known.since < KEPT_MS) return known.key;
  const key = crypto.randomUUID();
  keys.set(name, { key, since: performance.now() });
  return key;
}

/** Drops the key of an answered bet, so that the next one of the same amount is a new bet. */
export function betAnswered(lotId: number, value: number, paddle?: string): void {
  keys.delete(nameOf(lotId, value, paddle));
}
