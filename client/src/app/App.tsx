import type { QueryClient } from "@tanstack/react-query";
import type { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Providers } from "./Providers";

interface AppProps {
  client: QueryClient;
  router: ReturnType<typeof createBrowserRouter>;
}

export function App({ client, router }: AppProps) {
  return (
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  );
}
