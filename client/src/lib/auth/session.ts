import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { api, call } from "@/lib/api/client";
import { isStatus } from "@/lib/api/errors";
import type { SignIn, User } from "@/lib/api/types";
import { hasFirstConsents, storeFirstConsents } from "@/lib/consents";
import { finishBeforeLogout } from "./farewell";
import { dropToken, onRightsRested, onSessionEnded, readToken, storeToken } from "./token";

export const sessionKey = ["session"] as const;

/** The signed-in user, loaded once with the stored token; null for a visitor. */
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

const isOfAccount = (query: Query) => query.queryKey[0] !== sessionKey[0];

export interface Session {
  user: User | null;
  isLoggedIn: boolean;
  isAdmin: boolean;
  /** False until the first answer, so that a signed-in user does not see «Войти». */
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

/** Adopts a new session: stores the token and reloads everything that depends on the user. */
export function useAdoptSession(): (signIn: SignIn) => Promise<void> {
  const client = useQueryClient();
  return async ({ token, user }) => {
    storeToken(token);
    client.setQueryData(sessionKey, user);
    // What this browser has consented to, the account has from now on.
    if (hasFirstConsents()) void storeFirstConsents();
    await client.invalidateQueries({ predicate: isOfAccount });
  };
}

/** Forgets what the account has seen, except what is on screen now. */
function forgetSeen(client: QueryClient): void {
  client.setQueryData(sessionKey, null);
  client.removeQueries({ type: "inactive", predicate: isOfAccount });
}

/** Drops the session in this browser alone: the server has ended it, or the account. */
export function useForget(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    dropToken();
    forgetSeen(client);
    await client.invalidateQueries({ predicate: isOfAccount });
  };
}

function useSignOut() {
  const forget = useForget();
  return useMutation({
    mutationFn: async () => {
      await finishBeforeLogout();
      return call(api.POST("/api/signout"));
    },
    // This browser drops the session even if the server's answer fails.
    onSettled: forget,
  });
}

/** Ends every session of the account, this one included. If the server fails to, this one stays too. */
export function useLeaveEverywhere() {
  const navigate = useNavigate();
  const forget = useForget();
  return useMutation({
    mutationFn: async () => {
      await finishBeforeLogout();
      return call(api.DELETE("/api/accounts/sessions"));
    },
    onSuccess: async () => {
      await forget();
      await navigate("/");
    },
  });
}

/** Signs out and goes home. Uses no component callback, because the caller may unmount with the session. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const { mutateAsync } = useSignOut();
  return async () => {
    await mutateAsync().catch(() => undefined);
    await navigate("/");
  };
}

/**
 * Follows what the server says of the session between two readings of it: switches to a visitor when it ended (signed out
 * elsewhere, or expired), and reads it again when its rights rest.
 */
export function useSessionChanges(): void {
  const client = useQueryClient();
  useEffect(() => onSessionEnded(() => forgetSeen(client)), [client]);
  useEffect(
    () =>
      onRightsRested(() => {
        const known = client.getQueryData<User | null>(sessionKey);
        if (known && !known.mustSetSecondFactor) void client.invalidateQueries({ queryKey: sessionKey });
      }),
    [client],
  );
}
