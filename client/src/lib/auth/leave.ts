import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, call } from "@/lib/api/client";
import { finishBeforeLogout } from "./farewell";
import { becomeVisitor, forget, refetchAccountData } from "./session";
import { dropToken, readToken } from "./token";

/** Drops the session in this browser only, because the account no longer exists. */
export function useForget(): () => Promise<void> {
  const client = useQueryClient();
  return () => forget(client);
}

/** Ends all sessions of the account, including this one. If the call fails, this session stays too. */
export function useLeaveEverywhere() {
  const navigate = useNavigate();
  const forget = useForget();
  return useMutation({
    mutationFn: async () => {
      await finishBeforeLogout();
      return call(api.DELETE("/api/accounts/sessions"));
    },
    onSuccess: async () => {
      await navigate("/");
      await forget();
    },
  });
}

/** Goes home and signs out. */
export function useLeave(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await finishBeforeLogout();
    // First, because a page that requires an account opens the login dialog once the session is gone.
    await navigate("/");
    const token = readToken();
    dropToken();
    // Before signing out, because the server closes the session's sockets: the page must have closed its own first.
    await becomeVisitor(client);
    const signedOut = signOut(token);
    void refetchAccountData(client);
    // Sign out locally even if the request fails.
    await signedOut.catch(() => undefined);
  };
}

/** Ends the session of a token that this browser has already dropped. */
async function signOut(token: string | null): Promise<void> {
  if (token === null) return;
  await call(api.POST("/api/signout", { headers: { "X-Token": token }, keepalive: true }));
}
