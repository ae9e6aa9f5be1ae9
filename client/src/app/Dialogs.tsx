import { lazy, type ReactNode, Suspense } from "react";
import { BidActions } from "@/features/bid/components/BidActions";
import { useLogin } from "@/lib/auth/LoginProvider";
import { useProofAsked } from "@/lib/auth/stepUp";

const LoginModal = lazy(() => import("@/features/auth/components/LoginModal"));
const ProofDialog = lazy(() => import("@/features/auth/components/ProofDialog"));

/**
 * The dialogs any page may open, each loaded when first needed. Cards and pages reach the bet dialogs through
 * LotActionsContext, which BidActions provides.
 */
export function Dialogs({ children }: { children: ReactNode }) {
  const { opened } = useLogin();
  const proofAsked = useProofAsked();
  return (
    <BidActions>
      {children}
      {opened && (
        <Suspense fallback={null}>
          <LoginModal />
        </Suspense>
      )}
      {proofAsked && (
        <Suspense fallback={null}>
          <ProofDialog />
        </Suspense>
      )}
    </BidActions>
  );
}
