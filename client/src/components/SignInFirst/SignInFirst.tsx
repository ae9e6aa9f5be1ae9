import { type ReactNode, useEffect } from "react";
import { useLogin } from "@/lib/auth/LoginProvider";
import { useIsReturn } from "@/lib/navigation/useIsReturn";
import { usePageTitle } from "@/lib/usePageTitle";
import { EmptyState } from "../EmptyState/EmptyState";

const STAY = { run: () => undefined };

/**
 * Replaces a page that requires an account. Opens the login dialog; closes it after sign-in or when the visitor leaves. A
 * visitor who has come back gets only the button, because the dialog adds an entry to the history, which drops those ahead.
 */
export function SignInFirst({ title, children }: { title: string; children: ReactNode }) {
  const { open, close } = useLogin();
  const isReturn = useIsReturn();
  usePageTitle(title);
  useEffect(() => {
    if (!isReturn) open(STAY);
    return close;
  }, [isReturn, open, close]);
  return (
    <div className="page section">
      <EmptyState isPage title={title} action={{ label: "Войти", onClick: () => open(STAY) }}>
        {children}
      </EmptyState>
    </div>
  );
}
