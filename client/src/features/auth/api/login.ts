import { api, call } from "@/lib/api/client";
import type { SignIn } from "@/lib/api/types";
import { CONSENT_VERSION } from "@/lib/consents";
import { recall, remember } from "@/lib/storage";

/**
 * The last call of a sign-in, which an account with a second factor answers only with a code of it. It stores the consent
 * to the processing of personal data, which the dialog asks for first.
 */
export type SignInWith = (secondFactor?: string) => Promise<SignIn>;

export const requestCall = (number: string) => call(api.POST("/api/auth/call", { body: { number } }));
export const verifyCall = (body: { sessionKey: string; code: string }) =>
  call(api.POST("/api/auth/verify", { body }));
export const signIn =
  (sessionKey: string): SignInWith =>
  (secondFactor) =>
    call(
      api.POST("/api/signin", { body: { sessionKey, secondFactor, personalDataConsent: CONSENT_VERSION } }),
    );

/** Stores the key of the last login that awaited a call. The next one replaces it, so that the two do not compete for a call. */
const AWAITED = "awaited-call";

export async function requestCallback(number: string) {
  const replaces = recall(AWAITED);
  const begun = await call(api.POST("/api/auth/callback", { body: { number, replaces } }));
  remember(AWAITED, begun.sessionKey);
  return begun;
}

export const requestEmail = (email: string) => call(api.POST("/api/auth/email", { body: { email } }));
export const verifyEmail = (body: { sessionKey: string; code: string; email: string }) =>
  call(api.POST("/api/auth/email/verify", { body }));
export const signInByEmail =
  (body: { sessionKey: string; code: string; email: string }): SignInWith =>
  (secondFactor) =>
    call(
      api.POST("/api/auth/email/signin", {
        body: { ...body, secondFactor, personalDataConsent: CONSENT_VERSION },
      }),
    );
