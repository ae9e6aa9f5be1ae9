import { notifications } from "@mantine/notifications";
import { tellSuccess } from "@/components/Toast/toasts";

const idOf = (lotId: number) => `accepted:${lotId}`;

/** Says briefly that the viewer's bet on the lot was accepted. */
export const tellAccepted = (lotId: number, text: string) =>
  tellSuccess(text, { id: idOf(lotId), life: 3000 });

/** Dismisses «Ставка принята» of the lot: it would contradict «Ваша ставка перебита». */
export const dismissAccepted = (lotId: number) => void notifications.hide(idOf(lotId));
