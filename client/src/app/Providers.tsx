import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Toaster } from "@/components/Toast/Toaster";
import { SessionProvider } from "@/lib/auth/SessionProvider";

interface ProvidersProps {
  client: QueryClient;
  children: ReactNode;
}

/** The providers of the whole tree. Those that need the router are in RootLayout. */
export function Providers({ client, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <Toaster />
      <SessionProvider>{children}</SessionProvider>
    </QueryClientProvider>
  );
}
