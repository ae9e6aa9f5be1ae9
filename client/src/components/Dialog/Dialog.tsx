import { Drawer, type DrawerProps, Modal, type ModalProps } from "@mantine/core";
import { useOverlay } from "@/lib/useOverlay";

/** Mantine's dialog. Back closes it, and the focus returns to its opener. */
export function Dialog(props: ModalProps) {
  useOverlay(props.opened, props.onClose);
  return <Modal returnFocus={false} {...props} />;
}

/** The same for a panel that slides in from an edge. */
export function SideDialog(props: DrawerProps) {
  useOverlay(props.opened, props.onClose);
  return <Drawer returnFocus={false} {...props} />;
}
