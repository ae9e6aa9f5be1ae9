import { notifications } from "@mantine/notifications";
import { tellSuccess } from "@/components/Toast/toasts";

/** Gets the lot and the sum of a bet or an absentee bet that was accepted. */
type Listener = (lotId: number, value: number) => void;

const listeners = new Set<Listener>();

/** By lot, the price at which the viewer was last outbid, until their next bet is accepted. */
const outbidAt = new Map<number, number>();

const idOf = (lotId: number) => `accepted:${lotId}`;

/** Says briefly that the viewer's bet was accepted, unless it is known that it has been beaten since. */
export function tellAccepted(lotId: number, value: number, text: string): void {
  // An answer that was lost and asked for again comes after the news that the bet is beaten.
  const isBeaten = (outbidAt.get(lotId) ?? 0) >= value;
  noteAccepted(lotId, value);
  if (!isBeaten) tellSuccess(text, { id: idOf(lotId), life: 3000 });
}

/** Tells the listeners that the viewer's bet or absentee bet was accepted. */
export function noteAccepted(lotId: number, value: number): void {
  outbidAt.delete(lotId);
  for (const listener of listeners) listener(lotId, value);
}

/** Remembers that the viewer was outbid, and dismisses «Ставка принята». */
export function noteOutbid(lotId: number, price: number): void {
  outbidAt.set(lotId, price);
  dismissAccepted(lotId);
}

/** Dismisses «Ставка принята» of the lot: it would contradict «Ваша ставка перебита». */
export const dismissAccepted = (lotId: number) => void notifications.hide(idOf(lotId));

/** Calls `listener` for every bet that is accepted, until the returned function is called. */
export function onAccepted(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
