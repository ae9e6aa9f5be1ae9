import { Notifications, useNotifications } from "@mantine/notifications";
import { useEffect, useLayoutEffect } from "react";
import { moveClear, onNewScreen } from "@/lib/clearPlace";
import { withMantine } from "../Mantine/Mantine";
import "@mantine/notifications/styles.layer.css";

const CORNER = "top-right";

function place() {
  const corner = document.querySelector<HTMLElement>(
    `.mantine-Notifications-root[data-position="${CORNER}"]`,
  );
  if (corner?.childElementCount) moveClear(corner);
}

/** The corner in which toasts appear. */
function ToastBoard() {
  const { notifications } = useNotifications();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on what is shown
  useLayoutEffect(place, [notifications]);
  useEffect(() => onNewScreen(place), []);
  return <Notifications position={CORNER} limit={4} containerWidth={384} />;
}

export default withMantine(ToastBoard);
