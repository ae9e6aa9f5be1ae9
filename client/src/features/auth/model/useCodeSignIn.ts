import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { isStatus } from "@/lib/api/errors";
import { RESEND_S } from "@/lib/api/queries/codes";
import type { SessionKey } from "@/lib/api/types";
import { useCountdown } from "@/lib/useCountdown";
import type { SignInWith } from "../api/login";
import { codeError, signInError } from "./errors";
import type { Consent } from "./useConsent";

interface CodeSignInParts {
  /** The phone or the e-mail. */
  to: string;
  /** Why no code can go there; null when one can. */
  invalid: (to: string) => string | null;
  consent: Consent;
  /** Sends a code. */
  request: (to: string) => Promise<SessionKey>;
  /** What to show at the field; undefined when the failure is shown elsewhere. */
  onRequestFailed: (error: Error) => string | undefined;
  verify: (sessionKey: string, code: string) => Promise<unknown>;
  signIn: (sessionKey: string, code: string) => SignInWith;
  onSignIn: (signIn: SignInWith) => Promise<void>;
}

/** Sign-in with a one-time code: the request, the pause before the next one, and the check of the code. */
export function useCodeSignIn(parts: CodeSignInParts) {
  const { to, invalid, consent, request, onRequestFailed, verify, signIn, onSignIn } = parts;
  const [sessionKey, setSessionKey] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const [refused, setRefused] = useState<string>();
  const [toError, setToError] = useState<string>();
  const countdown = useCountdown(RESEND_S);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (sessionKey !== null) field.current?.focus();
  }, [sessionKey]);

  const sending = useMutation({
    mutationFn: request,
    meta: { ownErrors: true },
    onSuccess: (session) => {
      setSessionKey(session.sessionKey);
      setCode("");
      setRefused(undefined);
      countdown.start();
      field.current?.focus();
    },
    onError: (error) => {
      countdown.stop();
      setToError(onRequestFailed(error));
    },
  });

  const checking = useMutation({
    mutationFn: async (entered: string) => {
      if (sessionKey === null) return;
      try {
        await verify(sessionKey, entered);
      } catch (error) {
        setRefused(codeError(error));
        throw error;
      }
      try {
        await onSignIn(signIn(sessionKey, entered));
      } catch (error) {
        setRefused(signInError(error));
        throw error;
      }
    },
    meta: { ownErrors: true },
    onError: (error) => {
      if (!isStatus(error, 404)) countdown.stop();
      setCode("");
      field.current?.focus();
    },
  });

  return {
    consent,
    isSent: sessionKey !== null,
    isSending: sending.isPending,
    isChecking: checking.isPending,
    /** Seconds until another code may be requested. */
    left: countdown.left,
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (sending.isPending || countdown.left > 0) return;
      const problem = invalid(to);
      setToError(problem ?? undefined);
      const isAllowed = consent.check({ goes: problem === null });
      if (problem === null && isAllowed) sending.mutate(to);
    },
    toError,
    /** Another phone or e-mail starts a new attempt. */
    restart: () => {
      setToError(undefined);
      setSessionKey(null);
      countdown.stop();
    },
    check: (entered: string) => checking.mutate(entered),
    code,
    enter: (digits: string) => {
      setCode(digits);
      if (digits) setRefused(undefined);
    },
    refused,
    field,
  };
}

export type CodeSignIn = ReturnType<typeof useCodeSignIn>;
