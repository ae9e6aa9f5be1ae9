import type { QueryClient } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import { Providers } from "@/app/Providers";
import { createQueryClient } from "@/app/queryClient";
import { routes } from "@/app/routes";
import { LoginProvider } from "@/lib/auth/LoginProvider";
import { createRouter, type Route, type Router, RouterProvider } from "@/lib/router";
import { ShellModeProvider } from "@/lib/shell";
import { memoryHistory } from "./memoryHistory";

interface Rendered extends RenderResult {
  router: Router;
  client: QueryClient;
}

function renderRouter(tree: Route[], path: string): Rendered {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const router = createRouter(tree, memoryHistory(path));
  const result = render(
    <Providers client={client} env="test">
      <RouterProvider router={router} />
    </Providers>,
  );
  return Object.assign(result, { router, client });
}

/** Renders the whole app at an address, with its real providers, shell and routes, and the consent given. */
export function renderApp(path: string, { consent = true } = {}): Rendered {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  if (consent) document.cookie = "consent=1; Path=/";
  return renderRouter(routes, path);
}

/** Renders one element with the real providers. */
export function renderPart(element: React.ReactNode, path = "/"): Rendered {
  const wrapped = (
    <LoginProvider>
      <ShellModeProvider>{element}</ShellModeProvider>
    </LoginProvider>
  );
  return renderRouter([{ path: "*", element: wrapped }], path);
}
