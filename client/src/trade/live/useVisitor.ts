import { useEffect } from "react";
import { useSession } from "@/lib/auth/session";
import { readToken } from "@/lib/auth/token";
import { chatConnection } from "./chatConnection";

/** Joins rooms as the signed-in user, or as a visitor. */
export function useVisitor(): void {
  const { user, initialized } = useSession();
  const userId = user?.id ?? null;
  const displayName = user?.displayName ?? "";
  useEffect(() => {
    if (initialized) chatConnection.setVisitor(userId === null ? null : readToken(), displayName);
  }, [initialized, userId, displayName]);
}
