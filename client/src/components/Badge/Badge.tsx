import type { ReactNode } from "react";
import css from "./Badge.module.css";

export type BadgeVariant = "default" | "top" | "lead" | "won" | "out" | "warn" | "line";

interface BadgeProps {
  variant?: BadgeVariant;
  leftSection?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A word or two about the state of something. */
export function Badge({ variant = "default", leftSection, className, children }: BadgeProps) {
  return (
    <span className={className ? `${css.root} ${className}` : css.root} data-variant={variant}>
      {leftSection && <span className={css.section}>{leftSection}</span>}
      <span className={css.label}>{children}</span>
    </span>
  );
}
