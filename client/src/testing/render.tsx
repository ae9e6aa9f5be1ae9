import type { QueryClient } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import type { Location, RouteObject, To } from "react-router";
import { App } from "@/app/App";
import { createQueryClient } from "@/app/queryClient";
import { routes } from "@/app/routes";
import { Mantine } from "@/components/Mantine/Mantine";
import { LoginProvider } from "@/lib/auth/LoginProvider";
import { memoryNavigation, type Place } from "@/lib/navigation/navigation";
import { ShellModeProvider } from "@/lib/shell";

/** The address bar, Back and Forward. */
interface Browser {
  readonly location: Location;
  readonly action: Place["action"];
  /** Follows a link without a click, or goes back or forward by entries. */
  navigate: (to: To | number) => void;
}

interface Rendered extends RenderResult {
  router: Browser;
  client: QueryClient;
}

function renderRouter(tree: RouteObject[], path: string): Rendered {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const navigation = memoryNavigation(path);
  const result = render(<App client={client} navigation={navigation} routes={tree} />);
  const router: Browser = {
    get location() {
      return navigation.place.location;
    },
    get action() {
      return navigation.place.action;
    },
    navigate: (to) => (typeof to === "number" ? navigation.navigator.go(to) : navigation.navigator.push(to)),
  };
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
