import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { PageFault } from "./Fault";
import { PanelBoundary } from "./PanelBoundary";

/** Keeps an error in its page. What is around it stays, and the next address tries again. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <PanelBoundary
      resetKey={key}
      // A page's script may be gone because a newer version was deployed: loading all again fetches it.
      fault={(error) => <PageFault error={error} retry={() => location.reload()} />}
    >
      {children}
    </PanelBoundary>
  );
}
