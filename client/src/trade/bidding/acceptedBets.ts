import { notifications } from "@mantine/notifications";
import { tellSuccess } from "@/components/Toast/toasts";

const idOf = (lotId: number) => `accepted:${lotId}`;

const listeners = new Set<(lotId: number) => void>();

/** Says briefly that the viewer's bet on the lot was accepted. */
export function tellAccepted(lotId: number, text: string): void {
  tellSuccess(text, { id: idOf(lotId), life: 3000 });
  for (const listener of listeners) listener(lotId);
}

/** Dismisses «Ставка принята» of the lot: it would contradict «Ваша ставка перебита». */
export const dismissAccepted = (lotId: number) => void notifications.hide(idOf(lotId));

/** Calls `listener` with the lot of every bet that is accepted, until the returned function is called. */
export function onAccepted(listener: (lotId: number) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
