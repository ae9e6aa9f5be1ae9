import { type ReactNode, useEffect } from "react";
import { useLogin } from "@/lib/auth/LoginProvider";
import { useIsReturn } from "@/lib/navigation/useIsReturn";
import { usePageTitle } from "@/lib/usePageTitle";
import { EmptyState } from "../EmptyState/EmptyState";

const STAY = { run: () => undefined };

/**
 * Replaces a page that requires an account. Opens the login dialog, unless the visitor has come back: the dialog's entry in the
 * history would cut off the way forward. Closes it after sign-in or when the visitor leaves.
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
