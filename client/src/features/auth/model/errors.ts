import { ApiError, isStatus } from "@/lib/api/errors";

const UNKNOWN = "Неизвестная ошибка";

/** The text for a failed request for a code. */
export function requestError(error: unknown): string {
  if (isStatus(error, 422)) return Object.values(error.fields)[0]?.[0] ?? (error.detail || UNKNOWN);
  // 502: the delivery provider failed.
  if (isStatus(error, 429, 502) && error.detail) return error.detail;
  return UNKNOWN;
}

/** The text for a refused code. */
export function codeError(error: unknown): string {
  if (isStatus(error, 404)) return "Неверный код";
  if (isStatus(error, 429) && error.detail) return error.detail;
  return UNKNOWN;
}

/** The text for a refused sign-in after the right code. */
export function signInError(error: unknown): string {
  return error instanceof ApiError && error.status === 404 ? "Неверный пароль" : UNKNOWN;
}

/** The text for a refused second factor. */
export function secondFactorError(error: unknown): string {
  if (!(error instanceof ApiError)) return UNKNOWN;
  if (error.code === "wrong_code") return "Время входа вышло. Начните вход сначала.";
  return error.status < 500 && error.detail ? error.detail : UNKNOWN;
}

/** An e-mail's shape, no stricter than mail itself: something, an at sign, a domain with a dot. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** The text when no code is sent for now: strangers may have used up those for this contact, but they cannot call from its number. */
export function tooMany(error: ApiError): string {
  return `${error.detail || "Слишком много попыток входа"}. Войти сейчас можно, позвонив самому.`;
}
