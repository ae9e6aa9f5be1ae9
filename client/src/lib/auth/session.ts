import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { api, call } from "@/lib/api/client";
import { isStatus } from "@/lib/api/errors";
import type { SignIn, User } from "@/lib/api/types";
import { dropToken, onSessionEnded, readToken, storeToken } from "./token";

export const sessionKey = ["session"] as const;

/** Who is at the keyboard: asked once with the stored token; null for a visitor. */
export const sessionOptions = () =>
  queryOptions({
    queryKey: sessionKey,
    queryFn: async ({ signal }): Promise<User | null> => {
      if (readToken() === null) return null;
      try {
        return await call(api.POST("/api/whoami", { signal }));
      } catch (error) {
        if (!isStatus(error, 401)) throw error;
        dropToken();
        return null;
      }
    },
    staleTime: 5 * 60 * 1000,
  });

export interface Session {
  user: User | null;
  isLoggedIn: boolean;
  isAdmin: boolean;
  /** False until the first answer: do not show «Войти» to somebody who is logged in. */
  initialized: boolean;
}

export function useSession(): Session {
  const { data, isFetched } = useQuery(sessionOptions());
  return {
    user: data ?? null,
    isLoggedIn: data != null,
    isAdmin: data?.isAdmin ?? false,
    initialized: isFetched || readToken() === null,
  };
}

/** Puts a fresh login in force: stores the token, and lets everything that depends on the person load anew. */
export function useAdoptSession(): (signIn: SignIn) => Promise<void> {
  const client = useQueryClient();
  return async ({ token, user }) => {
    storeToken(token);
    client.setQueryData(sessionKey, user);
    await client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
  };
}

function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.POST("/api/signout")),
    // Whatever the server says, this browser forgets the person.
    onSettled: async () => {
      dropToken();
      client.setQueryData(sessionKey, null);
      await client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
    },
  });
}

/** Signs out and returns home. What shows the session goes with it, so this hangs on no callback of a component. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const { mutateAsync } = useSignOut();
  return async () => {
    await mutateAsync().catch(() => undefined);
    await navigate("/");
  };
}

/** Shows a visitor once the server has ended the session (signed out elsewhere, or its year is over). */
export function useSessionEnd(): void {
  const client = useQueryClient();
  useEffect(() => onSessionEnded(() => client.setQueryData(sessionKey, null)), [client]);
}
