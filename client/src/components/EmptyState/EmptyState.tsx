import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import css from "./EmptyState.module.css";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** The suggested next step. */
  action?: { label: string; to: string } | { label: string; onClick: () => void };
}

/** An empty list: why it is empty and where to go next. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      <h2 className="h3">{title}</h2>
      {children && <p>{children}</p>}
      {action &&
        ("to" in action ? (
          <Button component={Link} to={action.to}>
            {action.label}
          </Button>
        ) : (
          <Button onClick={action.onClick}>{action.label}</Button>
        ))}
    </div>
  );
}
