import { SOCKET_REFUSALS } from "@/lib/api/words";

/** What people read about a socket's refusal. */
export const refusalText = (code: string): string => SOCKET_REFUSALS[code] ?? "Неизвестная ошибка";
