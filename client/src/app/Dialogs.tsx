import { type ReactNode, Suspense } from "react";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import { BidActions } from "@/features/bid/components/BidActions";
import { PriceRequests } from "@/features/price-request/components/PriceRequests";
import { useLogin } from "@/lib/auth/LoginProvider";
import { useProofAsked } from "@/lib/auth/stepUp";

const LoginModal = lazyDialog(() => import("@/features/auth/components/LoginModal"));
const ProofDialog = lazyDialog(() => import("@/features/auth/components/ProofDialog"));

/**
 * The dialogs any page may open, each loaded when first needed. Cards and pages reach those about a lot through
 * LotActionsContext, which BidActions and PriceRequests provide.
 */
export function Dialogs({ children }: { children: ReactNode }) {
  const { opened } = useLogin();
  const proofAsked = useProofAsked();
  return (
    <BidActions>
      <PriceRequests>{children}</PriceRequests>
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
