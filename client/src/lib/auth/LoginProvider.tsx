import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import type { User } from "@/lib/api/types";
import { sessionOptions } from "./session";

/** The action of a visitor that needs an account. It runs right after the sign-in. */
interface LoginIntent {
  /** Shown in the dialog: «После входа вернёмся к вопросу.» */
  note?: string;
  run: (user: User) => void;
}

interface LoginContext {
  opened: boolean;
  intent: LoginIntent | null;
  open: (intent?: LoginIntent) => void;
  close: () => void;
}

const Context = createContext<LoginContext | null>(null);

export function LoginProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const [intent, setIntent] = useState<LoginIntent | null>(null);

  const open = useCallback((next?: LoginIntent) => {
    setIntent(next ?? null);
    setOpened(true);
  }, []);
  const close = useCallback(() => setOpened(false), []);

  const value = useMemo(() => ({ opened, intent, open, close }), [opened, intent, open, close]);
  return <Context value={value}>{children}</Context>;
}

export function useLogin(): LoginContext {
  const context = use(Context);
  if (!context) throw new Error("useLogin needs a LoginProvider above it");
  return context;
}

/**
 * Runs an action that needs an account: at once for a signed-in user, after the sign-in for a visitor.
 *
 *     const requireLogin = useRequireLogin();
 *     requireLogin((user) => ask(user), "После входа вернёмся к вопросу.");
 */
export function useRequireLogin(): (run: (user: User) => void, note?: string) => void {
  const { open } = useLogin();
  const client = useQueryClient();
  return useCallback(
    (run, note) => {
      // From the cache: a caller may hold this function since before a sign-in or sign-out.
      const user = client.getQueryData(sessionOptions().queryKey);
      if (user) run(user);
      else open({ run, note });
    },
    [client, open],
  );
}
