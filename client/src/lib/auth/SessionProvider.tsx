import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { SessionContext, STALE_MS, sessionOptions } from "./session";
import { readToken } from "./token";

/** How soon a session that could not be loaded is requested again. */
const RETRY_MS = 5000;

/** Loads the session once for all components and keeps it fresh, since the viewer's rights may change meanwhile. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data, isFetched } = useQuery({
    ...sessionOptions(),
    refetchInterval: ({ state }) => readToken() !== null && (state.status === "error" ? RETRY_MS : STALE_MS),
  });
  const initialized = isFetched || readToken() === null;
  const session = useMemo(
    () => ({
      user: data ?? null,
      isLoggedIn: data != null,
      isAdmin: data?.isAdmin ?? false,
      initialized,
    }),
    [data, initialized],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}
