import { Portal } from "@mantine/core";
import { Notifications, useNotifications } from "@mantine/notifications";
import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { moveClear, onNewScreen } from "@/lib/clearPlace";
import { withMantine } from "../Mantine/Mantine";
import "@mantine/notifications/styles.layer.css";

const CORNER = "top-right";

/** The corner in which toasts appear. */
function ToastBoard() {
  return (
    <Portal>
      <Toasts />
    </Portal>
  );
}

/** Rendered inside the portal, so that the corner exists when it is positioned. */
function Toasts() {
  const { notifications } = useNotifications();
  const place = useEffectEvent(() => {
    if (notifications.length === 0) return;
    const corner = document.querySelector<HTMLElement>(
      `.mantine-Notifications-root[data-position="${CORNER}"]`,
    );
    if (corner) moveClear(corner);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on what is shown
  useLayoutEffect(() => place(), [notifications]);
  useEffect(() => onNewScreen(() => place()), []);
  return <Notifications position={CORNER} limit={4} containerWidth={384} withinPortal={false} />;
}

export default withMantine(ToastBoard);
