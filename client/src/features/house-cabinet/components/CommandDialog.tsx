import type { ReactNode } from "react";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { tellSuccess } from "@/components/Toast/toasts";
import { type CatalogCommand, useCatalogCommand } from "../api/catalogs";

interface CommandDialogProps {
  catalogId: number;
  command: CatalogCommand;
  /** What is said once the server has carried the command out. */
  done: string;
  onDone?: () => void;
  opened: boolean;
  title: string;
  /** The label of the confirming button. */
  confirm: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Asks before a command on the catalog, then sends it. Keep it mounted: the answer comes after the catalog has been read
 * again, when the button that opened the dialog may be gone.
 */
export function CommandDialog({
  catalogId,
  command,
  done,
  onDone,
  onClose,
  children,
  ...dialog
}: CommandDialogProps) {
  const { mutate } = useCatalogCommand(catalogId);
  const send = () =>
    mutate(command, {
      onSuccess: () => {
        tellSuccess(done, { life: 3000 });
        onDone?.();
      },
      onSettled: onClose,
    });
  return (
    <ConfirmDialog {...dialog} onClose={onClose} onConfirm={send}>
      {children}
    </ConfirmDialog>
  );
}
