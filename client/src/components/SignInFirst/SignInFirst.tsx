import { type ReactNode, useEffect } from "react";
import { useLogin } from "@/lib/auth/LoginProvider";
import { EmptyState } from "../EmptyState/EmptyState";

const STAY = { run: () => undefined };

/** In place of a page that a visitor may not see: opens the login dialog, after which the page is shown here. */
export function SignInFirst({ title, children }: { title: string; children: ReactNode }) {
  const { open } = useLogin();
  useEffect(() => open(STAY), [open]);
  return (
    <div className="page section">
      <EmptyState isPage title={title} action={{ label: "Войти", onClick: () => open(STAY) }}>
        {children}
      </EmptyState>
    </div>
  );
}
