import type { QueryClient } from "@tanstack/react-query";
import { type Router, RouterProvider } from "@/lib/router";
import { Providers } from "./Providers";

interface AppProps {
  client: QueryClient;
  router: Router;
}

export function App({ client, router }: AppProps) {
  return (
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  );
}
