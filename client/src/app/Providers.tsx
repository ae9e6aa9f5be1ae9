import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cssVariables, theme } from "@/components/Mantine/theme";
import { Toaster } from "@/components/Toast/Toaster";

interface ProvidersProps {
  client: QueryClient;
  children: ReactNode;
  /** Tests switch Mantine's transitions off. */
  env?: "default" | "test";
}

/** The providers of the whole tree. Those that need the router are in RootLayout. */
export function Providers({ client, children, env = "default" }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" env={env}>
        <Toaster />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}
