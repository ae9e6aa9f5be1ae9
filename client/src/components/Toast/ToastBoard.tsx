import { Notifications } from "@mantine/notifications";
import { withMantine } from "../Mantine/Mantine";
import "@mantine/notifications/styles.layer.css";

/** The corner in which toasts appear. */
function ToastBoard() {
  return <Notifications position="top-right" limit={4} containerWidth={384} />;
}

export default withMantine(ToastBoard);
