import type { ReactNode } from "react";
import { Button } from "@/components/Button/Button";
import css from "./ConfirmDialog.module.css";
import { Dialog } from "./Dialog";

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** The object of the action: the lot, the bet. */
  children: ReactNode;
  /** The label of the confirming button. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. «Не надо» has the focus, so a key pressed twice does nothing. */
export function ConfirmDialog({ opened, title, children, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {children}
      <div className={css.answers}>
        <Button variant="bid" onClick={onConfirm}>
          {confirm}
        </Button>
        <Button data-autofocus onClick={onClose}>
          Не надо
        </Button>
      </div>
    </Dialog>
  );
}
