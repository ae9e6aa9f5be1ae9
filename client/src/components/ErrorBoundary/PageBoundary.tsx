import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { PageFault } from "./Fault";
import { PanelBoundary } from "./PanelBoundary";

interface PageBoundaryProps {
  children: ReactNode;
  /** A new key retries; the address if absent. */
  resetKey?: string;
}

/** Keeps an error in its page. What is around it stays. */
export function PageBoundary({ children, resetKey }: PageBoundaryProps) {
  const { key } = useLocation();
  return (
    <PanelBoundary
      resetKey={resetKey ?? key}
      // A page's script may be gone because a newer version was deployed: loading all again fetches it.
      fault={(error) => <PageFault error={error} retry={() => location.reload()} />}
    >
      {children}
    </PanelBoundary>
  );
}
