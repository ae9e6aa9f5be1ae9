// Generated from openapi.json by scripts/api-types.mjs. Do not edit.
/** Russian texts for the codes of a socket's refusals. */
export const SOCKET_REFUSALS: Record<string, string> = {
  not_found: "Аукцион не найден",
  not_authenticated: "Войдите, чтобы писать в чат",
  not_registered_in_house: "Писать могут участники, зарегистрированные в аукционном доме",
  muted: "Ведущий аукциона отключил вам сообщения в этом чате",
  too_many_requests: "Слишком много сообщений. Подождите несколько секунд",
  validation_failed: "Сообщение должно быть от 1 до 1000 символов",
  unavailable: "Сервер не отвечает. Повторите чуть позже",
};
