import { SOCKET_REFUSALS } from "@/lib/api/words";

/** The text to show for a socket's refusal. */
export const refusalText = (code: string): string => SOCKET_REFUSALS[code] ?? "Неизвестная ошибка";
