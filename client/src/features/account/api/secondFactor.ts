import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { proveSecondFactor } from "@/lib/api/queries/secondFactor";
import { sessionKey } from "@/lib/auth/session";

const secondFactorKey = ["secondFactor"] as const;

/** Whether the user's second factor is on, and must be. */
export const secondFactorOptions = () =>
  queryOptions({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => call(api.GET("/api/accounts/second-factor", { signal })),
  });

/** Makes a secret for the authenticator. */
export const useBeginSecondFactor = () =>
  useMutation({ mutationFn: () => call(api.POST("/api/accounts/second-factor")) });

/** Turns the second factor on, and gets the recovery codes. */
export function useAcceptSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(api.POST("/api/accounts/second-factor/accept", { body: { code } })),
    meta: { ownErrors: true },
    // The account's rights may have waited for it, and with them all that is on screen.
    onSuccess: () => client.invalidateQueries(),
  });
}

/** Turns the second factor off with a code of it. */
export function useRemoveSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => {
      await proveSecondFactor(code);
      await call(api.DELETE("/api/accounts/second-factor"));
    },
    meta: { ownErrors: true },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: secondFactorKey });
      await client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}

/** Replaces the recovery codes, with a code of the second factor. */
export function useReplaceRecoveryCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => {
      await proveSecondFactor(code);
      return call(api.POST("/api/accounts/second-factor/codes"));
    },
    meta: { ownErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: secondFactorKey }),
  });
}
