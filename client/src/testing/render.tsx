import type { QueryClient } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Providers } from "@/app/Providers";
import { createQueryClient } from "@/app/queryClient";
import { routes } from "@/app/routes";
import { Mantine } from "@/components/Mantine/Mantine";
import { LoginProvider } from "@/lib/auth/LoginProvider";
import { ShellModeProvider } from "@/lib/shell";

interface Rendered extends RenderResult {
  router: ReturnType<typeof createMemoryRouter>;
  client: QueryClient;
}

function renderRouter(tree: RouteObject[], path: string): Rendered {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const router = createMemoryRouter(tree, { initialEntries: [path] });
  const result = render(
    <Providers client={client}>
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
      <ShellModeProvider>
        <Mantine>{element}</Mantine>
      </ShellModeProvider>
    </LoginProvider>
  );
  return renderRouter([{ path: "*", element: wrapped }], path);
}
