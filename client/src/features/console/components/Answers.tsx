import type { ReactNode } from "react";
import { Button } from "@/components/Button/Button";
import css from "./console.module.css";
import { Kbd } from "./Kbd";

/** What a button does, with the key that does it. */
export const Keyed = ({ children, k }: { children: ReactNode; k: string }) => (
  <span className="row">
    {children}
    <Kbd>{k}</Kbd>
  </span>
);

interface AnswersProps {
  /** The button that agrees. */
  children: ReactNode;
  onDismiss: () => void;
  /** «Не надо» has the focus. */
  isCareful?: boolean;
  /** In place of «Не надо». */
  back?: ReactNode;
}

/** The answers to a question of the desk: the action, and «Не надо». */
export function Answers({ children, onDismiss, isCareful, back }: AnswersProps) {
  return (
    <div className={css.answers}>
      {children}
      {back ?? (
        <Button data-autofocus={isCareful || undefined} onClick={onDismiss}>
          <Keyed k="Esc">Не надо</Keyed>
        </Button>
      )}
    </div>
  );
}
