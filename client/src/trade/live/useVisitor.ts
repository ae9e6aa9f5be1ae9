import { useEffect } from "react";
import { useSession } from "@/lib/auth/session";
import { readToken } from "@/lib/auth/token";
import { setVisitor } from "./visitor";

/** Joins rooms as the signed-in user, or as a visitor. */
export function useVisitor(): void {
  const { user, initialized } = useSession();
  const userId = user?.id ?? null;
  const displayName = user?.displayName ?? "";
  useEffect(() => {
    if (initialized) setVisitor({ token: userId === null ? null : readToken(), displayName });
  }, [initialized, userId, displayName]);
}
