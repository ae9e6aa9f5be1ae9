import { lazy, type ReactNode, Suspense } from "react";
import { BidActions } from "@/features/bid/components/BidActions";
import { useLogin } from "@/lib/auth/LoginProvider";

const LoginModal = lazy(() => import("@/features/auth/components/LoginModal"));

/**
 * The dialogs any page may open, each loaded when it is first needed. Those of bets are offered to cards and pages
 * through LotActionsContext, which BidActions provides.
 */
export function Dialogs({ children }: { children: ReactNode }) {
  const { opened } = useLogin();
  return (
    <BidActions>
      {children}
      {opened && (
        <Suspense fallback={null}>
          <LoginModal />
        </Suspense>
      )}
    </BidActions>
  );
}
