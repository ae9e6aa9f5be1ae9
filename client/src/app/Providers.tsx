import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { MotionConfig } from "framer-motion";
import type { ReactNode } from "react";
import { cssVariables, theme } from "./theme/theme";

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
        <MotionConfig reducedMotion="user">
          <Notifications position="top-right" limit={4} containerWidth={384} />
          {children}
        </MotionConfig>
      </MantineProvider>
    </QueryClientProvider>
  );
}
