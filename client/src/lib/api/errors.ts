import type { Problem } from "./types";

/** An error answer of the server, with the fields of its problem+json. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** Stable English code, such as `validation_failed`; empty when the body is not problem+json. */
    readonly code: string,
    /** Russian, fit to show; empty when the server gave none. */
    readonly detail: string,
    /** The request's id, on 5xx. */
    readonly eid: string | null = null,
    /** Field → messages, on 422. */
    readonly fields: Readonly<Record<string, readonly string[]>> = {},
    /** Seconds to wait, on 429. */
    readonly retryAfter: number | null = null,
  ) {
    super(detail || code || `HTTP ${status}`);
  }

  /** The first message of a field, if the server had one. */
  field(name: string): string | undefined {
    return this.fields[name]?.[0];
  }
}

/** The request never got an answer: no network, or the server is away. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

function isProblem(body: unknown): body is Partial<Problem> {
  return typeof body === "object" && body !== null && ("detail" in body || "title" in body);
}

/** `body` is parsed JSON, or the text of an answer that is not the API's. */
export function toApiError(response: Response, body: unknown): ApiError {
  const wait = Number(response.headers.get("retry-after"));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? wait : null;
  if (isProblem(body)) {
    return new ApiError(
      response.status,
      body.title ?? "",
      body.detail ?? "",
      body.eid ?? null,
      body.errors ?? {},
      retryAfter,
    );
  }
  return new ApiError(response.status, "", "", null, {}, retryAfter);
}

export function isStatus(error: unknown, ...statuses: number[]): error is ApiError {
  return error instanceof ApiError && statuses.includes(error.status);
}

/** Whether the user's rights rest until they set up a second factor. */
export function rightsRest(error: unknown): boolean {
  return error instanceof ApiError && error.code === "second_factor_not_set";
}

/** Whether the action was cancelled: by leaving the page, or by the user at the question for their second factor. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

const GENERIC = "Что-то пошло не так. Попробуйте перезагрузить страницу или повторить запрос позже.";

/** The text to show for a failed call; null for a cancelled request. */
export function faultText(error: unknown): string | null {
  if (typeof error === "string") return error;
  if (isCancelled(error)) return null;
  if (error instanceof NetworkError) return "API не доступна";
  if (error instanceof ApiError) {
    if (error.status < 500 && error.detail) return error.detail;
    const eid = error.eid ? ` Eid: ${error.eid}.` : "";
    return `${GENERIC} Код ошибки: ${error.status}.${eid}`;
  }
  return GENERIC;
}
