import type { DrawerProps, ModalProps } from "@mantine/core";
import { type ReactNode, Suspense, useState } from "react";
import { useOverlay } from "@/lib/useOverlay";
import { lazyDialog } from "../LazyPart/lazyPart";

/** Loads what every dialog needs. */
export const loadDialogs = () => import("./overlays");
const Modal = lazyDialog<ModalProps>(async () => ({ default: (await loadDialogs()).Modal }));
const Drawer = lazyDialog<DrawerProps>(async () => ({ default: (await loadDialogs()).Drawer }));

/** Mantine's dialog, loaded with the first one that opens. Back closes it, and the focus returns to its opener. */
export function Dialog(props: ModalProps) {
  useOverlay(props.opened, props.onClose);
  return (
    <Once opened={props.opened}>
      <Modal returnFocus={false} {...props} />
    </Once>
  );
}

/** The same for a panel that slides in from an edge. */
export function SideDialog(props: DrawerProps) {
  useOverlay(props.opened, props.onClose);
  return (
    <Once opened={props.opened}>
      <Drawer returnFocus={false} {...props} />
    </Once>
  );
}

/** Renders a dialog, loaded or not, from its first opening on: it closes with a transition. */
export function Once({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  return wanted && <Suspense fallback={null}>{children}</Suspense>;
}
