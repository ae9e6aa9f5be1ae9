import { type ReactNode, useEffect } from "react";
import { useLogin } from "@/lib/auth/LoginProvider";
import { usePageTitle } from "@/lib/usePageTitle";
import { EmptyState } from "../EmptyState/EmptyState";

const STAY = { run: () => undefined };

/** Replaces a page that requires an account. Opens the login dialog; closes it after sign-in or when the visitor leaves. */
export function SignInFirst({ title, children }: { title: string; children: ReactNode }) {
  const { open, close } = useLogin();
  usePageTitle(title);
  useEffect(() => {
    open(STAY);
    return close;
  }, [open, close]);
  return (
    <div className="page section">
      <EmptyState isPage title={title} action={{ label: "Войти", onClick: () => open(STAY) }}>
        {children}
      </EmptyState>
    </div>
  );
}
