import {
  notifyManager,
  type Query,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, use, useEffect } from "react";
import { api, call } from "@/lib/api/client";
import { isStatus } from "@/lib/api/errors";
import type { SignIn, User } from "@/lib/api/types";
import { hasFirstConsents, storeFirstConsents } from "@/lib/consents";
import { dropToken, onOtherTab, onRightsRested, onSessionEnded, readToken, storeToken } from "./token";

export const sessionKey = ["session"] as const;

/** How long the session counts as fresh. */
export const STALE_MS = 5 * 60 * 1000;

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
    staleTime: STALE_MS,
  });

const isOfAccount = (query: Query) => query.queryKey[0] !== sessionKey[0];

export interface Session {
  user: User | null;
  isLoggedIn: boolean;
  isAdmin: boolean;
  /** False until the first answer, so that a signed-in user does not see «Войти». */
  initialized: boolean;
}

/** Provided by `SessionProvider`. Every card and button needs the session, and a query observer in each slows down long lists. */
export const SessionContext = createContext<Session | null>(null);

/** The viewer's session. Throws outside `SessionProvider`. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("no SessionProvider");
  return session;
}

/** Adopts a new session: stores the token and reloads everything that depends on the user. */
export function useAdoptSession(): (signIn: SignIn) => Promise<void> {
  const client = useQueryClient();
  return async ({ token, user }) => {
    storeToken(token);
    client.setQueryData(sessionKey, user);
    // What this browser has consented to, the account has from now on.
    if (hasFirstConsents()) void storeFirstConsents();
    await refetchAccountData(client);
  };
}

/** Resolves once React has rendered the latest cache update, which disables the account's queries. */
const rendered = () =>
  new Promise<void>((resolve) => {
    // React renders right after being notified, before the next task.
    notifyManager.schedule(() => setTimeout(resolve, 0));
  });

/** Switches the page to a visitor and drops the account's cached data that is not on screen. */
export async function becomeVisitor(client: QueryClient): Promise<void> {
  // A session query still in flight would bring the user back.
  await client.cancelQueries({ queryKey: sessionKey });
  client.setQueryData(sessionKey, null);
  await rendered();
  client.removeQueries({ type: "inactive", predicate: isOfAccount });
}

/** Refetches everything on screen that depends on the account; the page keeps showing the old data meanwhile. */
export const refetchAccountData = (client: QueryClient) =>
  client.invalidateQueries({ predicate: isOfAccount });

/** Drops the session in this browser only: the server has ended it, or deleted the account. */
export async function forget(client: QueryClient): Promise<void> {
  dropToken();
  await becomeVisitor(client);
  await refetchAccountData(client);
}

/** Adopts the session of another tab, which has logged out or in, perhaps as someone else. */
async function followOtherTab(client: QueryClient): Promise<void> {
  if (client.getQueryData(sessionKey) !== null) await becomeVisitor(client);
  if (readToken() !== null) await client.fetchQuery({ ...sessionOptions(), staleTime: 0 });
  await refetchAccountData(client);
}

/**
 * Reacts to session changes between two fetches of it: switches to a visitor when the session has ended (signed out elsewhere or
 * expired), adopts the session of another tab, and refetches the session when its rights are suspended.
 */
export function useSessionChanges(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onSessionEnded(() => {
        if (client.getQueryData(sessionKey)) void forget(client);
      }),
    [client],
  );
  // If the session cannot be fetched now, the next fetch corrects it.
  useEffect(() => onOtherTab(() => void followOtherTab(client).catch(() => undefined)), [client]);
  useEffect(
    () =>
      onRightsRested(() => {
        const known = client.getQueryData<User | null>(sessionKey);
        if (known && !known.mustSetSecondFactor) void client.invalidateQueries({ queryKey: sessionKey });
      }),
    [client],
  );
}
