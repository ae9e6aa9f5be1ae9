import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isStatus } from "@/lib/api/errors";
import type { SessionKey, SignIn } from "@/lib/api/types";
import { useCountdown } from "@/lib/useCountdown";
import { codeError, signInError } from "./errors";

/** The pause before another code may be requested, in seconds. */
export const RESEND_S = 59;

interface CodeSignInParts {
  /** Sends a code to the phone or the e-mail. */
  request: (to: string) => Promise<SessionKey>;
  onRequestFailed: (error: Error) => void;
  verify: (sessionKey: string, code: string) => Promise<unknown>;
  signIn: (sessionKey: string, code: string) => Promise<SignIn>;
  onSignIn: (signIn: SignIn) => Promise<void>;
}

/** Sign-in with a one-time code: the request, the pause before the next one, and the check of the code. */
export function useCodeSignIn({ request, onRequestFailed, verify, signIn, onSignIn }: CodeSignInParts) {
  const [sessionKey, setSessionKey] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const [refused, setRefused] = useState<string>();
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
      onRequestFailed(error);
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
        await onSignIn(await signIn(sessionKey, entered));
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
    isSent: sessionKey !== null,
    isSending: sending.isPending,
    isChecking: checking.isPending,
    /** Seconds until another code may be requested. */
    left: countdown.left,
    send: (to: string) => sending.mutate(to),
    check: (entered: string) => checking.mutate(entered),
    /** Another phone or e-mail starts a new attempt. */
    restart: () => {
      setSessionKey(null);
      countdown.stop();
    },
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
