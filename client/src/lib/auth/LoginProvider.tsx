import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from "react";
import type { User } from "@/lib/api/types";
import { useSession } from "./session";

/** What a visitor was doing when the login came between: it goes on right after. */
export interface LoginIntent {
  /** Shown in the dialog: «После входа вернёмся к ставке 202 400 ₽ на лот 12.» */
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
 * Runs an act that needs an account: at once for somebody who is logged in, and after the login for a visitor.
 *
 *     const requireLogin = useRequireLogin();
 *     requireLogin((user) => placeBet(user), "После входа вернёмся к ставке.");
 */
export function useRequireLogin(): (run: (user: User) => void, note?: string) => void {
  const { open } = useLogin();
  const { user } = useSession();
  const current = useRef(user);
  current.current = user;
  return useCallback(
    (run, note) => {
      if (current.current) run(current.current);
      else open({ run, note });
    },
    [open],
  );
}
