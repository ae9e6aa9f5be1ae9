import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";

/** The corner in which toasts appear. */
export default function ToastBoard() {
  return <Notifications position="top-right" limit={4} containerWidth={384} />;
}
