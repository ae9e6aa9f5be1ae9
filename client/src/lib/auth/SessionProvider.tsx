import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { SessionContext, sessionOptions } from "./session";
import { readToken } from "./token";

/** Loads the session once for all components. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data, isFetched } = useQuery(sessionOptions());
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
