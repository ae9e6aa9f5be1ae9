import { lazy, type ReactNode, Suspense } from "react";
import { useLogin } from "@/lib/auth/LoginProvider";

const LoginModal = lazy(() => import("@/features/auth/components/LoginModal"));

/**
 * The dialogs any page may open, each loaded when it is first needed. Dialogs of lots (bid, absentee bet, price
 * request) are offered to cards through LotActionsContext, provided here.
 */
export function Dialogs({ children }: { children: ReactNode }) {
  const { opened } = useLogin();
  return (
    <>
      {children}
      {opened && (
        <Suspense fallback={null}>
          <LoginModal />
        </Suspense>
      )}
    </>
  );
}
