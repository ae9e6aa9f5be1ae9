import { type ComponentType, lazy, useState } from "react";

/** A page whose code is loaded when it is visited. */
export interface LazyPage {
  /** Suspends until the code is there; throws if it does not come. */
  Page: ComponentType;
  /** Loads the code. After a failure the next call tries again. Never rejects. */
  load: () => Promise<void>;
}

export function lazyPage(fetchPage: () => Promise<{ default: ComponentType }>): LazyPage {
  let found: ComponentType | null = null;
  let coming: Promise<{ default: ComponentType }> | null = null;
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

  let Waiting = lazy(start);

  function Page() {
    // Without `lazy` once the code is there: it suspends at its first rendering even then. For as long as the page is
    // shown, because the other component would be another page to React.
    const [Shown] = useState<ComponentType>(() => found ?? Waiting);
    return <Shown />;
  }

  const load = async () => {
    if (failed) {
      failed = false;
      coming = null;
      Waiting = lazy(start);
    }
    try {
      await start();
    } catch {
      // Rendering the page tells.
    }
  };

  return { Page, load };
}
