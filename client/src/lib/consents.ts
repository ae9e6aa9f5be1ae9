import { api, call } from "@/lib/api/client";
import { ConsentKind } from "@/lib/api/numbers";
import { readCookie, writeCookie } from "@/lib/cookies";

/** The version of the agreement and of the data policy that visitors consent to. */
export const CONSENT_VERSION = "2026-11";

/** Stores one consent of the account or, without one, of this browser; or withdraws it. */
export const storeConsent = (kind: number, given: boolean, version = CONSENT_VERSION) =>
  call(api.POST("/api/consents", { body: { kind, given, version } }));

const COOKIE = "consent";

/** Whether this browser has given the consents of a first visit. It keeps that for 365 days. */
export const hasFirstConsents = () => readCookie(COOKIE) === "1";

export const keepFirstConsents = () => writeCookie(COOKIE, "1");

/** Stores the two consents of a first visit, each for itself, of the browser or of the account that is signed in. The cookie already holds the choice if this fails. */
export async function storeFirstConsents(): Promise<void> {
  const kinds = [ConsentKind.Cookies, ConsentKind.Adult];
  await Promise.allSettled(kinds.map((kind) => storeConsent(kind, true)));
}
