import { isStatus, NetworkError } from "@/lib/api/errors";

/** The text for a bet that got no answer or an HTTP error; null where the general text of a failed call will do. */
export function failureText(error: unknown): string | null {
  if (isStatus(error, 401)) return "Для совершения ставки необходимо зарегистрироваться в аукционном доме";
  if (isStatus(error, 503)) return "Не удалось сделать ставку: торги временно недоступны";
  if (error instanceof NetworkError || isStatus(error, 408, 504)) {
    // The bet may have arrived. The room's state shows it as soon as the connection is back.
    return "Сервер не ответил. Если ставка принята, она появится в истории ставок";
  }
  if (isStatus(error, 400, 403, 404, 409, 422, 429) && error.detail) return error.detail;
  return null;
}
