import { ApiError, isStatus } from "@/lib/api/errors";

const UNKNOWN = "Неизвестная ошибка";

/** A code could not be asked for. */
export function requestError(error: unknown): string {
  if (isStatus(error, 422)) return Object.values(error.fields)[0]?.[0] ?? (error.detail || UNKNOWN);
  // 502: the provider that was to deliver it did not.
  if (isStatus(error, 429, 502) && error.detail) return error.detail;
  return UNKNOWN;
}

/** A code was refused. */
export function codeError(error: unknown): string {
  if (isStatus(error, 404)) return "Неверный код";
  if (isStatus(error, 429) && error.detail) return error.detail;
  return UNKNOWN;
}

/** The code was right, the login was not given. */
export function signInError(error: unknown): string {
  return error instanceof ApiError && error.status === 404 ? "Неверный пароль" : UNKNOWN;
}

/** An e-mail's shape, no stricter than mail itself: something, an at sign, a domain with a dot. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
