import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, useState } from "react";

/** A page, or one of its views, whose code is loaded when it is visited. */
export interface LazyPage<Props extends object = object> {
  /** Suspends until the code is there; throws if it does not come. */
  Page: ComponentType<Props>;
  /**
   * Loads the code and, with `client`, that of the views which the page will show from its cache. After a failure the next
   * call tries again. Never rejects.
   */
  load: (client?: QueryClient) => Promise<void>;
}

interface PageModule<Props> {
  default: ComponentType<Props>;
  loadViews?: (client: QueryClient) => Promise<unknown>;
}

export function lazyPage<Props extends object = object>(
  fetchPage: () => Promise<PageModule<Props>>,
): LazyPage<Props> {
  let found: ComponentType<Props> | null = null;
  let coming: Promise<PageModule<Props>> | null = null;
  let failed = false;

  const start = () => {
    coming ??= fetchPage().then(
      (module) => {
        found = module.default;
        return module;
      },
      (error: unknown) => {
        failed = true;
        throw error;
      },
    );
    return coming;
  };

  let Waiting: ComponentType<Props> = lazy(start);

  function Page(props: Props) {
    // Without `lazy` once the code is there: it suspends at its first rendering even then. For as long as the page is
    // shown, because the other component would be another page to React.
    const [Shown] = useState<ComponentType<Props>>(() => found ?? Waiting);
    return <Shown {...props} />;
  }

  const load = async (client?: QueryClient) => {
    if (failed) {
      failed = false;
      coming = null;
      Waiting = lazy(start);
    }
    try {
      const { loadViews } = await start();
      if (client) await loadViews?.(client);
    } catch {
      // Rendering the page tells.
    }
  };

  return { Page, load };
}
