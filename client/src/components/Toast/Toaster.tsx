import { useNotifications } from "@mantine/notifications";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../LazyPart/lazyPart";

const load = () => import("./ToastBoard");
const ToastBoard = lazyPart(load);

/** Safari has no idle callbacks: there the code comes this long after the page. */
const SOON_MS = 2000;

/**
 * Shows toasts. Its code is loaded once the browser is idle, at the latest with the first press or key: a toast about a lost
 * connection needs nothing from the network then.
 */
export function Toaster() {
  const { notifications } = useNotifications();
  const [needed, setNeeded] = useState(false);
  if (notifications.length > 0 && !needed) setNeeded(true);
  useEffect(() => {
    const once = { once: true, passive: true } as const;
    // Rendering a toast tries again.
    const ahead = () => void load().catch(() => undefined);
    let idle: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Pictures of the first screen come before it.
    const loaded = () => {
      if ("requestIdleCallback" in window) idle = window.requestIdleCallback(ahead);
      else timer = setTimeout(ahead, SOON_MS);
    };
    if (document.readyState === "complete") loaded();
    else window.addEventListener("load", loaded, once);
    window.addEventListener("pointerdown", ahead, once);
    window.addEventListener("keydown", ahead, once);
    return () => {
      window.removeEventListener("load", loaded);
      if (idle !== undefined) window.cancelIdleCallback(idle);
      clearTimeout(timer);
      window.removeEventListener("pointerdown", ahead);
      window.removeEventListener("keydown", ahead);
    };
  }, []);
  return (
    needed && (
      <Suspense fallback={null}>
        <ToastBoard />
      </Suspense>
    )
  );
}
