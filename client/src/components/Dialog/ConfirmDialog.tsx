import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import css from "./ConfirmDialog.module.css";
import { Dialog } from "./Dialog";

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What the act is done to: the lot, the bet. */
  children: ReactNode;
  /** The button that does it. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once before an act that cannot be taken back. «Не надо» has the focus: a key pressed twice does nothing. */
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
