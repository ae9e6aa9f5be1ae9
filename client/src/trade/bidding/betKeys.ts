import { newBetKey } from "@/trade/api/bets";

/** How long an unanswered bet may be sent again as the same one; later the same amount is a new bet. */
const KEPT_MS = 60_000;

const keys = new Map<string, { key: string; since: number }>();

const nameOf = (lotId: number, value: number, paddle: string | null) => `${lotId}:${value}:${paddle ?? ""}`;

/** The Idempotency-Key of this bet: the one it was sent with before, as long as nobody knows what came of it. */
export function betKey(lotId: number, value: number, paddle: string | null = null): string {
  const name = nameOf(lotId, value, paddle);
  const known = keys.get(name);
  if (known && performance.now() - known.since < KEPT_MS) return known.key;
  const key = newBetKey();
  keys.set(name, { key, since: performance.now() });
  return key;
}

/** The bet was answered: the next one of the same amount is another. */
export function betAnswered(lotId: number, value: number, paddle: string | null = null): void {
  keys.delete(nameOf(lotId, value, paddle));
}
