import { useNotifications } from "@mantine/notifications";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../LazyPart/lazyPart";

const load = () => import("./ToastBoard");
const ToastBoard = lazyPart(load);

/**
 * Shows toasts. Its code is loaded with the first press or key, whose outcome may need one: a toast about a lost
 * connection needs nothing from the network then.
 */
export function Toaster() {
  const { notifications } = useNotifications();
  const [needed, setNeeded] = useState(false);
  if (notifications.length > 0 && !needed) setNeeded(true);
  useEffect(() => {
    const once = { once: true, passive: true } as const;
    const ahead = () => void load();
    window.addEventListener("pointerdown", ahead, once);
    window.addEventListener("keydown", ahead, once);
    return () => {
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
